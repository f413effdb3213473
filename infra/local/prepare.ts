import { rm } from 'node:fs/promises';

import { buildFunctions } from '../build/functions.ts';
import { ensureSampleTemplate } from './sample-template.ts';

// Run by `npm ci`: makes what the first start needs, so that nobody waits for it then. Without it (npm ci --ignore-scripts), and
// after a change of the sources, a start makes what it needs.

// The headers of Node, 67 MB: they are for compiling addons, and there are none here.
for (const platform of ['linux-x64', 'linux-arm64']) {
  const headers = new URL(`../../node_modules/node-${platform}/include`, import.meta.url);
  await rm(headers, { recursive: true, force: true });
}

await buildFunctions('shared');
await ensureSampleTemplate();
