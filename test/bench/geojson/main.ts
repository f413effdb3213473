import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { nativeServerUrl } from '../../support/database/open.ts';
import { startNativeServer } from '../../support/native-server.ts';
import { isMet, ratio, table } from '../figure.ts';
import { measureGeojson } from './measure.ts';

// `npm run bench:geojson -- [--features N] [--only SECTION] [--to FILE]`: GET /geojson at size, beside a statement written by hand and beside
// ogr2ogr. It is on the server of HDS_DATABASE_URL, or else on a scratch server. It writes FILE.json.

const { values } = parseArgs({
  options: {
    features: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
    to: { type: 'string', default: 'bench-geojson' },
  },
});
const named = nativeServerUrl();
const server = named === undefined ? await startNativeServer({ shared_buffers: '1GB' }) : undefined;
try {
  const figures = await measureGeojson({
    server: named ?? server?.url ?? '',
    features: Number(values.features),
    only: values.only,
  });
  console.log(table(figures).join('\n'));
  const result = {
    date: new Date().toISOString(),
    node: process.version,
    processors: cpus().length,
    figures: figures.map((figure) => ({ ...figure, ratio: ratio(figure), met: isMet(figure) })),
  };
  await writeFile(`${values.to}.json`, `${JSON.stringify(result, undefined, 2)}\n`);
} finally {
  await server?.stop();
}
process.exit(0);
