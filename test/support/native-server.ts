import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { findFreePort } from '../../infra/local/free-port.ts';

const execute = promisify(execFile);

/** Finds the folder of the programs of the newest PostgreSQL among the system's packages. @throws Error if there is none */
export async function findPostgresFolder(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const [newest] = versions.toSorted((first, second) => Number(second) - Number(first));
  if (newest === undefined) {
    throw new Error(
      'No native PostgreSQL was found. On Debian: apt-get install postgresql postgresql-postgis. ' +
        'Or set HDS_DATABASE_URL to a server with PostGIS, as a superuser.',
    );
  }
  return path.join(root, newest, 'bin');
}

/** PostgreSQL refuses to run as root, so root runs it as the user of its package. */
function asPostgres(program: string, parameters: readonly string[]): Promise<unknown> {
  if (userInfo().uid !== 0) return execute(program, parameters);
  return execute('runuser', ['-u', 'postgres', '--', program, ...parameters]);
}

export type NativeServer = { readonly url: string; readonly stop: () => Promise<void> };

/** The least bytes of memory for a server whose files are in memory. */
const minMemory = 8 * 1024 ** 3;

/** The folder of files in memory, if there is enough of it. */
async function findMemoryFolder(): Promise<string | undefined> {
  const folder = '/dev/shm';
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) > minMemory ? folder : undefined;
}

/**
 * Starts a temporary PostgreSQL server from the system's packages, with the superuser `postgres`.
 * @param settings of PostgreSQL by name
 * @param place where its files are: a database is created three times as fast in memory
 * @throws Error if PostgreSQL is not installed
 */
export async function startNativeServer(
  settings: Readonly<Record<string, string | number>> = {},
  place: 'disk' | 'memory' = 'disk',
): Promise<NativeServer> {
  const bin = await findPostgresFolder();
  const parent = place === 'memory' ? await findMemoryFolder() : undefined;
  const folder = await mkdtemp(path.join(parent ?? tmpdir(), 'heritage-postgres-'));
  if (userInfo().uid === 0) {
    const { stdout } = await execute('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), 0);
  }
  const data = path.join(folder, 'data');
  const port = await findFreePort(0);
  await asPostgres(path.join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  const control = path.join(bin, 'pg_ctl');
  const options = [
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`,
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' ');
  await asPostgres(control, [
    '-D',
    data,
    '-o',
    options,
    '-l',
    path.join(folder, 'log'),
    '-w',
    'start',
  ]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await asPostgres(control, ['-D', data, '-m', 'immediate', 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
