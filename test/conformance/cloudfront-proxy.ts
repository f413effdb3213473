import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

import type { ListeningServer } from '../gateway/emulator/listen-on-port.ts';

const remapped = 'x-amzn-remapped-www-authenticate';

/** Restores the name `WWW-Authenticate`, as the viewer-response function of CloudFront does (ADR 003). */
function restoreHeaderName(rawHeaders: readonly string[]): string[] {
  return rawHeaders.map((text, index) =>
    index % 2 === 0 && text.toLowerCase() === remapped ? 'WWW-Authenticate' : text,
  );
}

function forward(origin: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const forwarded = request(
    new URL(incoming.url ?? '/', origin),
    { method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, restoreHeaderName(answer.rawHeaders));
      answer.pipe(outgoing);
    },
  );
  forwarded.on('error', (error) => outgoing.destroy(error));
  incoming.pipe(forwarded);
}

/**
 * Opens a proxy that replaces CloudFront: it forwards all requests to the emulated gateway and restores the name of
 * `WWW-Authenticate` in the answers.
 * @param origin the URL of the gateway
 */
export async function openCloudFrontProxy(origin: string): Promise<ListeningServer> {
  const server = createServer((incoming, outgoing) => forward(new URL(origin), incoming, outgoing));
  // With a timeout, an idle connection could be closed at the moment when a request is sent over it, which would then fail.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
