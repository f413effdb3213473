import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { startNativeServer } from '../../support/native-server.ts';
import { nativeServerUrl } from '../../support/database/open.ts';
import { ratio, table } from '../figure.ts';
import { measureOn, type Measured } from './run.ts';
import { costFigures, costTables } from './tables.ts';

// `npm run bench:costs -- [--embedded] [--native] [--million] [--http] [--only PART_OF_A_NAME] [--to FILE]` measures what each request
// costs the database, compared with a hand-written statement for the same rows. Without any of the first three options it measures all
// three kinds of data.

const { values } = parseArgs({
  options: {
    embedded: { type: 'boolean', default: false },
    native: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    to: { type: 'string', default: 'bench-costs' },
  },
});
const isAll = !values.embedded && !values.native && !values.million;

async function onServer(): Promise<readonly Measured[]> {
  const named = nativeServerUrl();
  const server = named === undefined ? await startNativeServer() : undefined;
  const url = named ?? server?.url ?? '';
  const measured: Measured[] = [];
  try {
    if (isAll || values.native) {
      measured.push(await measureOn('as it is', url, values.only, values.http));
    }
    if (isAll || values.million) {
      measured.push(await measureOn('a million tiles', url, values.only, values.http));
    }
    return measured;
  } finally {
    await server?.stop();
  }
}

const measured = [
  ...(isAll || values.embedded ? [await measureOn('as it is', '', values.only, values.http)] : []),
  ...(isAll || values.native || values.million ? await onServer() : []),
];
const costs = measured.flatMap((one) => one.costs);
const latencies = measured.flatMap((one) => one.latencies);
const figures = [...costFigures(costs), ...latencies].map((figure) => ({
  ...figure,
  ratio: ratio(figure),
}));
const overHttp = latencies.length === 0 ? '' : `\n${table(latencies).join('\n')}\n`;
const text = `${costTables(costs)}${overHttp}`;
await writeFile(`${values.to}.json`, `${JSON.stringify({ figures, costs }, undefined, 2)}\n`);
await writeFile(`${values.to}.md`, text);
console.log(text);
