import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { startNativeServer } from './native-server.ts';

// Runs a command with a native PostgreSQL with PostGIS: the server in HDS_DATABASE_URL, or a temporary server if that is not set. The
// command gets the URL of the server in HDS_DATABASE_URL. Example: `node test/support/native.ts vitest run`

async function run(command: readonly string[], url: string): Promise<number> {
  const [program = 'vitest', ...parameters] = command;
  const child = spawn(program, parameters, {
    stdio: 'inherit',
    env: { ...process.env, HDS_DATABASE_URL: url },
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

/**
 * Test databases need no durability and no vacuum. Compiling a query takes longer than running it. Loading PostGIS takes half of the time
 * of a new session.
 */
const settings = {
  shared_buffers: '256MB',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
  jit: 'off',
  shared_preload_libraries: 'postgis-3',
};

const configuredUrl = process.env['HDS_DATABASE_URL'];
const server =
  configuredUrl === undefined || configuredUrl === ''
    ? await startNativeServer(settings, 'memory')
    : { url: configuredUrl, stop: async () => undefined };
try {
  process.exitCode = await run(process.argv.slice(2), server.url);
} finally {
  await server.stop();
}
