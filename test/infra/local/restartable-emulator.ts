import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

import * as z from 'zod';

import {
  readFirstLine,
  startNode,
  type ChildProcessHandle,
} from '../../../infra/local/child-process.ts';

const main = fileURLToPath(new URL('../../../infra/local/data-api/main.ts', import.meta.url));
const announcement = z.object({ url: z.url() });

/** The emulator as a process that tests can kill and start again, with the same data folder and address. */
export type RestartableEmulator = {
  readonly url: string;
  /** Kills the process without warning, as in a crash. */
  readonly kill: () => Promise<void>;
  /** Starts a new process on the same data folder. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts the emulator on a data folder, with the embedded database. */
export async function startRestartableEmulator(folder: string): Promise<RestartableEmulator> {
  let child: ChildProcessHandle | undefined;
  let port = 0;
  const start = async (): Promise<void> => {
    child = startNode([main], { HDS_DATA_DIR: folder, HDS_DATABASE_URL: '' });
    port = Number(new URL(announcement.parse(JSON.parse(await readFirstLine(child))).url).port);
  };
  await start();

  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const emulator = connect(port, '127.0.0.1');
    for (const [source, destination] of [
      [caller, emulator],
      [emulator, caller],
    ] as const) {
      sockets.add(source);
      source.pipe(destination);
      source.on('error', () => destination.destroy()).on('close', () => destination.destroy());
      source.on('close', () => sockets.delete(source));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no address.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    start,
    kill: async () => {
      child?.process.kill('SIGKILL');
      await child?.ended;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await child?.stop();
    },
  };
}
