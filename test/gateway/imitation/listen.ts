import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { WireRequest } from './event.ts';
import type { Gateway } from './gateway.ts';

/** A gateway that answers on a port of this machine. */
export type Listening = { readonly url: string; readonly close: () => Promise<void> };

async function read(incoming: IncomingMessage): Promise<WireRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  const raw = incoming.rawHeaders;
  const headers = raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : [],
  );
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://localhost'),
    headers,
    body: Buffer.concat(parts),
  };
}

/** Compresses as the API does, from the size that its template says. */
function compressed(body: Buffer, accepts: string, from: number | undefined): Buffer | undefined {
  const wanted = from !== undefined && body.length >= from && /\bgzip\b/.test(accepts);
  return wanted ? gzipSync(body) : undefined;
}

async function send(gateway: Gateway, incoming: IncomingMessage, outgoing: ServerResponse) {
  const response = await gateway.answer(await read(incoming));
  const body = Buffer.from(await response.arrayBuffer());
  const accepts = incoming.headers['accept-encoding'] ?? '';
  const smaller = compressed(body, accepts, gateway.api.minimumCompressionSize);
  if (smaller !== undefined) response.headers.set('content-encoding', 'gzip');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(smaller ?? body);
}

/**
 * Puts a gateway on a port of the loopback interface, for clients and benches.
 * @param port 0 for any that is free
 */
export async function listen(gateway: Gateway, port = 0): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    send(gateway, incoming, outgoing).catch((error: unknown) => outgoing.destroy(Object(error)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${chosen}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
