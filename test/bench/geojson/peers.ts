import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, type FileHandle } from 'node:fs/promises';

import { benchNodegroups, benchNodes } from './data/model.ts';

// Other ways to write the features of a database to a file. Each function returns the milliseconds that it took.

/** Writes the features with psql and the best hand-written statement, without checking rights. */
export async function writeByHand(databaseUrl: string, file: string): Promise<number> {
  const statement = await readHandWrittenStatement();
  const begin = performance.now();
  const output = await open(file, 'w');
  try {
    await output.write('{"type":"FeatureCollection","features":[\n');
    await run('psql', ['-q', '-X', databaseUrl, '-c', statement], output);
    // The program and this process share the position in the file.
    await output.write(']}\n');
  } finally {
    await output.close();
  }
  return performance.now() - begin;
}

async function readHandWrittenStatement(): Promise<string> {
  const text = await readFile(new URL('./features.sql', import.meta.url), 'utf8');
  const ids = new Map(Object.entries({ ...benchNodes, record: benchNodegroups.record }));
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? '');
}

/** Writes the features with GDAL, from the same join. @param driver the format */
export async function writeByOgr2ogr(
  databaseUrl: string,
  file: string,
  driver = 'GeoJSON',
): Promise<number> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const source = `PG:host=${hostname} port=${port} user=${username} dbname=${pathname.slice(1)}`;
  const values = ['area', 'height', 'name', 'type', 'visited'] as const;
  const statement = `select f.geometry, f.resource_id as resourceinstanceid, f.tile_id as tileid, f.node_id as nodeid,
  ${values.map((name) => `t.data -> '${benchNodes[name]}' as ${name}`).join(', ')}
from feature f
left join tile t on t.resource_id = f.resource_id and t.nodegroup_id = '${benchNodegroups.record}'
order by f.resource_id, f.tile_id, f.position`;
  await rm(file, { force: true });
  const begin = performance.now();
  await run('ogr2ogr', ['-f', driver, file, source, '-sql', statement]);
  return performance.now() - begin;
}

async function run(
  program: string,
  parameters: readonly string[],
  output?: FileHandle,
): Promise<void> {
  const child = spawn(program, parameters, {
    stdio: ['ignore', output === undefined ? 'ignore' : output.fd, 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}.`);
}
