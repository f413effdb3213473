import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import pg from 'pg';

import { nativeServerUrl } from './database/open.ts';

/** A database of the platform that clients come from, which tests can read and change. */
export type SourceDatabase = {
  readonly url: string;
  /** Runs SQL as its owner. */
  readonly run: (sql: string) => Promise<void>;
  readonly drop: () => Promise<void>;
};

let databases = 0;

/**
 * Restores a dump of `pg_dump -Fc` on the native server. Call `drop` at the end.
 * @throws Error without a native server
 */
export async function restoreSourceDatabase(dump: string): Promise<SourceDatabase> {
  const server = nativeServerUrl();
  if (server === undefined)
    throw new Error('The dump needs a native server: npm run test:service.');
  const name = `source_${process.pid}_${(databases += 1)}`;
  await runOn(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await promisify(execFile)('pg_restore', ['--no-owner', '--dbname', url.href, dump]);
  return {
    url: url.href,
    run: (sql) => runOn(url.href, sql),
    drop: () => runOn(server, `drop database ${name} with (force)`),
  };
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
