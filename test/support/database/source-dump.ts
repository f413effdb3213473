import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

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

/**
 * Copies the database with the real data on the native server. Its dump (`pg_dump -Fc`) is restored once in a run.
 * @throws Error without a native server, without the real data, or outside of a run of the tests
 */
export async function copySourceDump(server: string | undefined): Promise<{
  readonly url: string;
  readonly drop: () => Promise<void>;
}> {
  const folder = findTestData('arches76-dump');
  const run = readTestRunId();
  if (server === undefined || folder === undefined || run === undefined)
    throw new Error('The dump needs HDS_TEST_DATA and a native server: npm run test:service.');
  const template = { content: 'source', run };
  await makeTemplate(server, template, undefined, (url) =>
    restoreDump(url, path.join(folder, 'database.dump')),
  );
  const name = `source_${process.pid}_${(copyCount += 1)}`;
  await withClient(server, (client) => createDatabase(client, name, templateName(template)));
  return {
    url: databaseUrl(server, name),
    drop: () => withClient(server, (client) => dropDatabase(client, name)),
  };
}

async function restoreDump(url: string, dump: string): Promise<void> {
  await promisify(execFile)('pg_restore', ['--no-owner', '--dbname', url, dump]);
}
