import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { WireRequest } from './proxy-event.ts';
import type { Gateway } from './gateway.ts';

export type ListeningServer = { readonly url: string; readonly close: () => Promise<void> };

async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const part of incoming) chunks.push(Buffer.from(part));
  const raw = incoming.rawHeaders;
  const headers = raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : [],
  );
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://localhost'),
    headers,
    body: Buffer.concat(chunks),
  };
}

async function send(gateway: Gateway, incoming: IncomingMessage, outgoing: ServerResponse) {
  const response = await gateway.answer(await readRequest(incoming));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // If a body fails or its reader stops, the connection closes without an end and the body is cancelled.
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.from(response.body), outgoing);
}

/**
 * Serves a gateway on a port of the loopback interface.
 * @param port 0 for any free port
 */
export async function listenOnPort(gateway: Gateway, port = 0): Promise<ListeningServer> {
  const server = createServer((incoming, outgoing) => {
    send(gateway, incoming, outgoing).catch((error: unknown) => outgoing.destroy(Object(error)));
  });
  // Idle connections stay open: if one closed while a request arrives, the request would fail.
  server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${actualPort}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
