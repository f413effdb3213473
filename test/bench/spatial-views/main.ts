import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { nativeServerUrl } from '../../support/database/open.ts';
import { startNativeServer } from '../../support/native-server.ts';
import { isMet, ratio, table } from '../figure.ts';
import { measureSpatialViews } from './measure.ts';

// `npm run bench:spatial-views -- [--features N] [--only SECTION] [--to FILE]`: what spatial views cost those who write, and give those who
// read. It is on the server of HDS_DATABASE_URL, or else on a scratch server. It writes FILE.json.

const { values } = parseArgs({
  options: {
    features: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
    to: { type: 'string', default: 'bench-spatial-views' },
  },
});
const named = nativeServerUrl();
const server = named === undefined ? await startNativeServer({ shared_buffers: '1GB' }) : undefined;
try {
  const figures = await measureSpatialViews({
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
