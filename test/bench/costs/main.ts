import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

import { startNativeServer } from '../../support/native-server.ts';
import type { Cost } from './costs.ts';
import { costFigures, costTables } from './table.ts';
import { ratio } from '../figure.ts';

// `npm run bench:costs -- [--native] [--embedded] [--million] [--only PART_OF_A_NAME] [--to FILE]`: what each request costs the database,
// beside a statement written by hand for the same rows. Native data are on the server of HDS_DATABASE_URL, or else on a scratch server.

const { values } = parseArgs({
  options: {
    native: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    to: { type: 'string', default: 'bench-costs' },
  },
});
const all = !values.native && !values.embedded && !values.million;
const execute = promisify(execFile);
const costs: Cost[] = [];

async function measure(size: string, databaseUrl: string): Promise<void> {
  const script = fileURLToPath(new URL('./on-data.ts', import.meta.url));
  const { stdout } = await execute(process.execPath, [script, size, values.only], {
    env: { ...process.env, HDS_DATABASE_URL: databaseUrl },
    maxBuffer: 64 * 1024 * 1024,
  });
  const measured: Cost[] = JSON.parse(stdout);
  costs.push(...measured);
}

async function onNative(): Promise<void> {
  const named = process.env['HDS_DATABASE_URL'] ?? '';
  const server =
    named === '' ? await startNativeServer() : { url: named, stop: async () => undefined };
  try {
    if (all || values.native) await measure('as it is', server.url);
    if (all || values.million) await measure('a million tiles', server.url);
  } finally {
    await server.stop();
  }
}

if (all || values.embedded) await measure('as it is', '');
if (all || values.native || values.million) await onNative();
const figures = costFigures(costs).map((figure) => ({ ...figure, ratio: ratio(figure) }));
const table = costTables(costs);
await writeFile(`${values.to}.json`, `${JSON.stringify({ figures, costs }, undefined, 2)}\n`);
await writeFile(`${values.to}.md`, table);
console.log(table);
