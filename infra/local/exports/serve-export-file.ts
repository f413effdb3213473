import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { readLinkSecret } from '../../../lib/exports/folder-store.ts';
import { verifyLink } from '../../../lib/exports/signed-link.ts';

/** Below which the emulator serves the files of the folder of exports. */
export const exportsPath = '/exports';

/** Whether a request is for a file of the folder of exports. */
export function isExportRequest({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(`${exportsPath}/`);
}

/** Gives a file to whoever has a link to it that is still good, in the place of S3: 403 to all others. */
export async function serveExportFile(
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
  folder: string,
): Promise<void> {
  const asked = url.slice(exportsPath.length + 1);
  const file = verifyLink(asked, await readLinkSecret(folder), new Date());
  if (file === undefined || (method !== 'GET' && method !== 'HEAD')) {
    response.writeHead(403).end();
    return;
  }
  const place = path.join(folder, file.key);
  const size = await stat(place).then(
    ({ size }) => size,
    () => undefined,
  );
  if (size === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': place.endsWith('.json') ? 'application/json' : 'application/gzip',
    'content-length': size,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'access-control-allow-origin': '*',
  });
  if (method === 'HEAD') response.end();
  else await pipeline(createReadStream(place), response);
}
