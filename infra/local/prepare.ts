import { rm } from 'node:fs/promises';

import { buildFunctions } from '../build/functions.ts';
import { ensureNativePackages } from '../build/native-packages.ts';
import { ensureSampleTemplate } from './sample-template.ts';

// Runs after `npm ci`, so that the first `npm start` is quick. After `npm ci --ignore-scripts`, or if the sources have changed,
// `npm start` builds the functions and the sample itself.

// The headers of Node, 67 MB, are only needed to compile native addons.
for (const platform of ['linux-x64', 'linux-arm64']) {
  const headers = new URL(`../../node_modules/node-${platform}/include`, import.meta.url);
  await rm(headers, { recursive: true, force: true });
}

await buildFunctions('shared');
await ensureSampleTemplate();
// So that `npm run package` needs no network.
await ensureNativePackages();
