import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { findPostgresFolder } from '../native-server.ts';
import { nativeServerUrl } from './open.ts';

const execute = promisify(execFile);

/** A backup of a test database on the native server of the run. */
export type Backup = {
  /** Replaces the database with the backup, by renaming databases. Open sessions end. */
  readonly restore: () => Promise<void>;
  readonly delete: () => Promise<void>;
};

/** Backs a database up with `pg_dump`, which tests use in place of a snapshot of the cluster. */
export async function backUpDatabase(database: string): Promise<Backup> {
  const server = new URL(nativeServerUrl() ?? '');
  const bin = await findPostgresFolder();
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-backup-'));
  const file = path.join(folder, 'dump');
  const urlOf = (name: string): string => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  };
  await execute(path.join(bin, 'pg_dump'), ['-Fc', '-f', file, urlOf(database)]);
  return {
    restore: async () => {
      const client = new pg.Client({ connectionString: server.href });
      await client.connect();
      try {
        await client.query(`create database ${database}_restored template template0`);
        const target = urlOf(`${database}_restored`);
        await execute(path.join(bin, 'pg_restore'), ['--exit-on-error', '-d', target, file]);
        await client.query(`drop database ${database} with (force)`);
        await client.query(`alter database ${database}_restored rename to ${database}`);
      } finally {
        await client.end();
      }
    },
    delete: () => rm(folder, { recursive: true }),
  };
}
