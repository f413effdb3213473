import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';

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

/** A dump of a live database among the real data, by its folder. */
export type SourceDump = 'arches76-dump' | 'arches81-dump';

/**
 * Copies a database with real data on the native server. Its dump is restored once in a run.
 * @throws Error without a native server, without the real data, or outside of a run of the tests
 */
export async function copySourceDump(
  server: string | undefined,
  dump: SourceDump,
): Promise<{
  readonly url: string;
  readonly drop: () => Promise<void>;
}> {
  const folder = findTestData(dump);
  const runId = readTestRunId();
  if (server === undefined || folder === undefined || runId === undefined)
    throw new Error('The dump needs HDS_TEST_DATA and a native server: npm run test:service.');
  const template = { content: dump.replace('-', '_'), run: runId };
  await makeTemplate(server, template, undefined, (url) => restoreDump(url, folder));
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
