import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { readLinkSecret } from '../../../lib/stores/signed-link.ts';
import { safetyHeaders } from './serve-stored-file.ts';
import { verifyForm } from './verify-form.ts';

/** A form as it was sent: the fields before the file, by name, and the file. */
type SentForm = { readonly fields: ReadonlyMap<string, string>; readonly file: File };

const statuses = { AccessDenied: 403, EntityTooLarge: 400, EntityTooSmall: 400 } as const;

/**
 * Takes a file from a form in place of S3, and answers as S3 does: 204, 403 if the form is not as it was signed, or 400 if the file has another
 * size or the body is no such form.
 * Source: Amazon S3, POST Object.
 */
export async function receiveFile(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
): Promise<void> {
  const form = await readForm(request);
  if (form === undefined) return refuse(response, 400, 'MalformedPOSTRequest');
  const { fields, file } = form;
  const refusal = verifyForm(fields, file.size, await readLinkSecret(folder), new Date());
  if (refusal !== undefined) return refuse(response, statuses[refusal], refusal);
  const content = await file.bytes();
  const etag = createHash('sha256').update(content).digest('hex');
  await replaceContent(path.join(folder, fields.get('key') ?? ''), content, etag);
  response.writeHead(204, { ...safetyHeaders, etag: `"${etag}"` }).end();
}

async function readForm(request: IncomingMessage): Promise<SentForm | undefined> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const body = await buffer(request);
  const form = await new Response(new Uint8Array(body), { headers })
    .formData()
    .catch(() => undefined);
  const fields = new Map<string, string>();
  for (const [name, value] of form ?? []) {
    // S3 ignores what follows the file.
    if (name === 'file')
      return { fields, file: typeof value === 'string' ? new File([value], '') : value };
    if (typeof value === 'string') fields.set(name, value);
  }
  return undefined;
}

/** Writes a file under another name first, so that nobody reads a part of it. */
async function replaceContent(target: string, content: Uint8Array, suffix: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const temporaryFile = `${target}.${suffix}`;
  await writeFile(temporaryFile, content);
  await rename(temporaryFile, target);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { ...safetyHeaders, 'content-type': 'application/xml' }).end(body);
}
