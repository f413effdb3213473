import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { startNativeServer } from './native-server.ts';

// Runs a command with HDS_DATABASE_URL pointing to a native PostgreSQL with PostGIS: the one that the variable names
// already, or a scratch server of this run, which is taken away afterwards.
// `node test/support/native.ts vitest run`

async function run(command: readonly string[], url: string): Promise<number> {
  const [program = 'vitest', ...parameters] = command;
  const child = spawn(program, parameters, {
    stdio: 'inherit',
    env: { ...process.env, HDS_DATABASE_URL: url },
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

const named = process.env['HDS_DATABASE_URL'];
const server =
  named === undefined || named === ''
    ? await startNativeServer()
    : { url: named, stop: async () => undefined };
try {
  process.exitCode = await run(process.argv.slice(2), server.url);
} finally {
  await server.stop();
}
