import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { exportContent } from '../../../lib/model/exports/export-format.ts';
import { readLinkSecret, verifyLink } from '../../../lib/exports/signed-link.ts';

/** The path under which the emulator serves export files. */
export const exportsPath = '/exports';

export function isExportRequest({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(`${exportsPath}/`);
}

/** Serves an export file in place of S3. Answers 403 if the URL is not a valid signed link. */
export async function serveExportFile(
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
  folder: string,
): Promise<void> {
  const link = url.slice(exportsPath.length + 1);
  const file = verifyLink(link, await readLinkSecret(folder), new Date());
  if (file === undefined || (method !== 'GET' && method !== 'HEAD')) {
    response.writeHead(403).end();
    return;
  }
  const filePath = path.join(folder, file.key);
  const size = await stat(filePath).then(
    ({ size }) => size,
    () => undefined,
  );
  if (size === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { type, encoding } = exportContent(file.key);
  response.writeHead(200, {
    'content-type': type,
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    'content-length': size,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'access-control-allow-origin': '*',
  });
  if (method === 'HEAD') response.end();
  else await pipeline(createReadStream(filePath), response);
}
