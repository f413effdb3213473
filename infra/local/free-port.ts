import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port was asked for that something else listens on. */
export class PortInUse extends Error {
  readonly code = 'port_taken';
}

/**
 * Finds a port of the loopback address that is free at this moment.
 * @param wanted 0 for any
 * @throws PortTaken
 */
export async function findFreePort(wanted: number): Promise<number> {
  const server = createServer();
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening').catch((cause: unknown) => {
    throw new PortInUse(`Port ${wanted} is taken. Choose another one with PORT.`, { cause });
  });
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
