import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';

import { triesAllCases } from '../random/take-sample.ts';
import { findTestData } from '../test-data.ts';
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
  makeTemplate,
  templateName,
  withClient,
} from './templates.ts';
import { readTestRunId } from './test-run-id.ts';

let copyCount = 0;

/** Keeps an eighth of the resource instances, those with proposals, and those with a file that a test needs. */
const keepFewResources = `set session_replication_role = replica;
create temporary table kept as
select r.resourceinstanceid as id
from resource_instances r
where r.resourceinstanceid < '20000000-0000-0000-0000-000000000000'
  or exists (
    select from tiles t
    where t.resourceinstanceid = r.resourceinstanceid
      and (t.provisionaledits is not null or t.tiledata::text like '%QV61_image_3.jpg%')
  );
delete from resource_x_resource x
where x.resourceinstanceidfrom not in (select k.id from kept k) or x.resourceinstanceidto not in (select k.id from kept k);
delete from edit_log e where e.resourceinstanceid not in (select k.id::text from kept k);
delete from tiles t where t.resourceinstanceid not in (select k.id from kept k);
delete from files f where f.tileid not in (select t.tileid from tiles t);
delete from resource_instances r where r.resourceinstanceid not in (select k.id from kept k)`;

/** A dump of a live database among the real data, by its folder. */
export type SourceDump = 'arches76-dump' | 'arches81-dump';

/** How many resource instances a copy of a dump has: all, or some unless tests try all cases. */
export type SourceSize = 'all' | 'some';

/**
 * Copies a database with real data on the native server. Its dump is restored, and sampled, once in a run.
 * @throws Error without a native server, without the real data, or outside of a run of the tests
 */
export async function copySourceDump(
  server: string | undefined,
  dump: SourceDump,
  size: SourceSize = 'all',
): Promise<{
  readonly url: string;
  readonly drop: () => Promise<void>;
}> {
  const folder = findTestData(dump);
  const runId = readTestRunId();
  if (server === undefined || folder === undefined || runId === undefined)
    throw new Error('The dump needs HDS_TEST_DATA and a native server: npm run test:service.');
  const whole = { content: dump.replace('-', '_'), run: runId };
  await makeTemplate(server, whole, undefined, (url) => restoreDump(url, folder));
  const isSampled = size === 'some' && !triesAllCases;
  const template = isSampled ? { content: `${whole.content}_some`, run: runId } : whole;
  if (isSampled)
    await makeTemplate(server, template, whole, (url) =>
      withClient(url, async (client) => void (await client.query(keepFewResources))),
    );
  const name = `source_${process.pid}_${(copyCount += 1)}`;
  await withClient(server, (client) => createDatabase(client, name, templateName(template)));
  return {
    url: databaseUrl(server, name),
    drop: () => withClient(server, (client) => dropDatabase(client, name)),
  };
}

async function restoreDump(url: string, folder: string): Promise<void> {
  const plainDump = path.join(folder, 'database.sql.gz');
  if (!existsSync(plainDump)) {
    await run('pg_restore', ['--no-owner', '--dbname', url, path.join(folder, 'database.dump')]);
    return;
  }
  const restored = run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', url]);
  if (restored.child.stdin !== null)
    await pipeline(createReadStream(plainDump), createGunzip(), restored.child.stdin);
  await restored;
}

const run = promisify(execFile);
