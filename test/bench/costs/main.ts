import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { startNativeServer } from '../../support/native-server.ts';
import { nativeServerUrl } from '../../support/database/open.ts';
import { ratioToPeer, formatTable } from '../figure.ts';
import { measureCostsOn, type Measurements } from './run.ts';
import { toCostFigures, formatCostTables } from './tables.ts';

// `npm run bench:costs -- [--embedded] [--native] [--million] [--http] [--only TEXT] [--to FILE]` measures what each request
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

async function measureOnServer(): Promise<readonly Measurements[]> {
  const configuredUrl = nativeServerUrl();
  const temporaryServer = configuredUrl === undefined ? await startNativeServer() : undefined;
  const url = configuredUrl ?? temporaryServer?.url ?? '';
  const measurements: Measurements[] = [];
  try {
    if (isAll || values.native) {
      measurements.push(await measureCostsOn('as it is', url, values.only, values.http));
    }
    if (isAll || values.million) {
      measurements.push(await measureCostsOn('a million tiles', url, values.only, values.http));
    }
    return measurements;
  } finally {
    await temporaryServer?.stop();
  }
}

const measurements = [
  ...(isAll || values.embedded
    ? [await measureCostsOn('as it is', '', values.only, values.http)]
    : []),
  ...(isAll || values.native || values.million ? await measureOnServer() : []),
];
const costs = measurements.flatMap((measurement) => measurement.costs);
const latencies = measurements.flatMap((measurement) => measurement.latencies);
const figures = [...toCostFigures(costs), ...latencies].map((figure) => ({
  ...figure,
  ratio: ratioToPeer(figure),
}));
const overHttp = latencies.length === 0 ? '' : `\n${formatTable(latencies).join('\n')}\n`;
const text = `${formatCostTables(costs)}${overHttp}`;
await writeFile(`${values.to}.json`, `${JSON.stringify({ figures, costs }, undefined, 2)}\n`);
await writeFile(`${values.to}.md`, text);
console.log(text);
