import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { readLinkSecret, verifyLink, type SignedFile } from '../../../lib/stores/signed-link.ts';
import { readByteRange, type ByteRange } from './byte-range.ts';

/** The paths under which the emulator serves the files of exports, and those that tiles name. */
export const exportsPath = '/exports';
export const filesPath = '/files';

/** The folder of each path. */
export type ServedFolders = Readonly<Record<string, string | undefined>>;

/** Returns the path of a request that is for a file in a served folder. */
export function findServedPath(
  { url = '' }: IncomingMessage,
  folders: ServedFolders,
): string | undefined {
  return Object.keys(folders).find((name) => url.startsWith(`${name}/`));
}

/**
 * Serves a stored file in place of S3, for the method, headers and time that its link allows: otherwise 403. It answers ranges
 * (RFC 9110, section 14) as S3 does.
 */
export async function serveStoredFile(
  request: IncomingMessage,
  response: ServerResponse,
  servedPath: string,
  folder: string,
): Promise<void> {
  const { url = '', method } = request;
  const link = url.slice(servedPath.length + 1);
  const file = verifyLink(link, await readLinkSecret(folder), new Date());
  if (file === undefined || method !== file.method) {
    response.writeHead(403, safetyHeaders).end();
    return;
  }
  const filePath = path.join(folder, file.key);
  const stats = await stat(filePath).catch(() => undefined);
  if (stats === undefined) {
    response.writeHead(404, safetyHeaders).end();
    return;
  }
  const tag = `"${stats.size.toString(16)}-${Math.trunc(stats.mtimeMs).toString(16)}"`;
  const range = readByteRange(request.headers, { size: stats.size, tag });
  const { status, headers } = describeAnswer(range, stats.size);
  response.writeHead(status, { ...fileHeaders(file, tag), ...headers });
  if (method === 'HEAD' || range === 'unsatisfiable') response.end();
  else await pipeline(createReadStream(filePath, range === 'none' ? {} : range), response);
}

/** No file is a page of this address: browsers neither guess its type nor run anything in it. */
export const safetyHeaders: OutgoingHttpHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Content-Length, Content-Range, Accept-Ranges',
};

function fileHeaders(
  { contentType, contentEncoding, cacheControl, disposition }: SignedFile,
  tag: string,
): OutgoingHttpHeaders {
  return {
    ...safetyHeaders,
    'content-type': contentType,
    ...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
    ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    etag: tag,
  };
}

function describeAnswer(range: ByteRange, size: number) {
  if (range === 'none') return { status: 200, headers: { 'content-length': size } };
  if (range === 'unsatisfiable')
    return { status: 416, headers: { 'content-length': 0, 'content-range': `bytes */${size}` } };
  const { start, end } = range;
  return {
    status: 206,
    headers: {
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${size}`,
    },
  };
}
