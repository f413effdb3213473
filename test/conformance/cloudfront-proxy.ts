import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

import type { ListeningServer } from '../gateway/emulator/listen-on-port.ts';

const remappedHeaderName = 'x-amzn-remapped-www-authenticate';

/** Restores the name `WWW-Authenticate`, as the viewer-response function of CloudFront does (ADR 003). */
function restoreHeaderName(rawHeaders: readonly string[]): string[] {
  return rawHeaders.map((text, index) =>
    index % 2 === 0 && text.toLowerCase() === remappedHeaderName ? 'WWW-Authenticate' : text,
  );
}

function forwardRequest(origin: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const originRequest = request(
    new URL(incoming.url ?? '/', origin),
    { method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, restoreHeaderName(answer.rawHeaders));
      answer.pipe(outgoing);
    },
  );
  originRequest.on('error', (error) => outgoing.destroy(error));
  incoming.pipe(originRequest);
}

/**
 * Opens a proxy that replaces CloudFront: it forwards all requests to the emulated gateway and restores the name of
 * `WWW-Authenticate` in the answers.
 * @param origin the URL of the gateway
 */
export async function openCloudFrontProxy(origin: string): Promise<ListeningServer> {
  const server = createServer((incoming, outgoing) =>
    forwardRequest(new URL(origin), incoming, outgoing),
  );
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
