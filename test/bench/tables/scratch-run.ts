import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { startDataApiEmulator } from '../../../infra/local/data-api/emulator.ts';
import { openNativePostgres } from '../../../infra/local/database/native.ts';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { benchGraphs } from '../geojson/data/model.ts';
import { writeByOgr2ogr } from '../geojson/peers.ts';
const [, , n, ...jobs] = process.argv;
const { url } = JSON.parse(readFileSync('/tmp/keeping/server.json', 'utf8'));
const u = new URL(url); u.pathname = '/geojson_points_' + n;
const database = await openNativePostgres({ url: u.href });
const emulator = await startDataApiEmulator({ database });
const drivers: Record<string, string> = { csv: 'CSV', gpkg: 'GPKG', fgb: 'FlatGeobuf' };
for (const job of jobs) {
  const [clone = '', ext = ''] = job.split(':');
  const out = `/tmp/keeping/out-${clone}.${ext}`;
  rmSync(out, { force: true });
  if (clone === 'ogr') { console.log(job, await writeByOgr2ogr(u.href, out, drivers[ext]!)); continue; }
  const cpu = process.cpuUsage();
  const { stdout } = await promisify(execFile)(process.execPath, [...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/keeping/prof'] : []), `/work/${clone}/test/bench/tables/table-process.ts`, emulator.url, benchGraphs.site, out, '1']);
  const c = process.cpuUsage(cpu);
  console.log(job, stdout.trim(), 'emulator cpu', Math.round((c.user + c.system) / 1000));
}
process.exit(0);
