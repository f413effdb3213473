import { once } from 'node:events';
import { createServer } from 'node:net';

/** Another process uses the requested port. */
export class PortInUse extends Error {
  readonly code = 'port_taken';
}

/**
 * Finds a free port of the loopback address.
 * @param requestedPort the only acceptable port; 0 for any
 * @throws PortInUse
 */
export async function findFreePort(requestedPort: number): Promise<number> {
  const server = createServer();
  server.listen(requestedPort, '127.0.0.1');
  await once(server, 'listening').catch((cause: unknown) => {
    throw new PortInUse(`Port ${requestedPort} is in use. Choose another one with PORT.`, {
      cause,
    });
  });
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
