import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod';

import { errorCode } from '../errors.ts';

/** The part of a link that its signature covers. */
const signedFileSchema = z.object({
  key: z.string(),
  method: z.enum(['GET', 'HEAD']),
  disposition: z.string(),
  contentType: z.string(),
  contentEncoding: z.string().optional(),
  cacheControl: z.string().optional(),
  signedAt: z.coerce.date(),
  validSeconds: z.coerce.number().int(),
});

export type SignedFile = z.output<typeof signedFileSchema>;

function computeSignature(file: SignedFile, secret: Buffer): string {
  const { key, method, signedAt, validSeconds } = file;
  const { disposition, contentType, contentEncoding = '', cacheControl = '' } = file;
  const headers = [disposition, contentType, contentEncoding, cacheControl];
  return createHmac('sha256', secret)
    .update(JSON.stringify([key, method, headers, signedAt.toISOString(), validSeconds]))
    .digest('hex');
}

/**
 * Signs the address of a file in a folder. The names of its parameters are those of S3, from which clients such as GDAL learn that they may
 * not send the link to others, and until when they may use it.
 * @param baseUrl the address of the folder, without a slash at the end
 */
export function signLink(baseUrl: string, file: SignedFile, secret: Buffer): string {
  const query = new URLSearchParams({
    'response-content-disposition': file.disposition,
    'response-content-type': file.contentType,
    ...(file.contentEncoding === undefined
      ? {}
      : { 'response-content-encoding': file.contentEncoding }),
    ...(file.cacheControl === undefined ? {} : { 'response-cache-control': file.cacheControl }),
    method: file.method,
    'X-Amz-Date': file.signedAt.toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    'X-Amz-Expires': String(file.validSeconds),
    'X-Amz-Signature': computeSignature(file, secret),
  });
  return `${baseUrl}/${file.key}?${query.toString()}`;
}

/**
 * Verifies a link.
 * @param link the path relative to the base, without a slash at the beginning, with its query
 * @returns the file; undefined if the signature is wrong or the link has expired
 */
export function verifyLink(link: string, secret: Buffer, now: Date): SignedFile | undefined {
  const [key = '', query = ''] = link.split('?');
  const values = new URLSearchParams(query);
  const file = signedFileSchema.safeParse({
    key,
    method: values.get('method'),
    disposition: values.get('response-content-disposition'),
    contentType: values.get('response-content-type'),
    contentEncoding: values.get('response-content-encoding') ?? undefined,
    cacheControl: values.get('response-cache-control') ?? undefined,
    signedAt: (values.get('X-Amz-Date') ?? '').replace(
      /^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/,
      '$1-$2-$3:$4:$5',
    ),
    validSeconds: values.get('X-Amz-Expires'),
  });
  if (!file.success) return undefined;
  const expected = Buffer.from(computeSignature(file.data, secret));
  const signature = Buffer.from(values.get('X-Amz-Signature') ?? '');
  const isSigned = expected.length === signature.length && timingSafeEqual(expected, signature);
  const { signedAt, validSeconds } = file.data;
  const isValid = signedAt.getTime() + validSeconds * 1000 > now.getTime();
  return isSigned && isValid ? file.data : undefined;
}

/** Reads the secret that signs links to the files of a folder, and creates it on first use. */
export async function readLinkSecret(folder: string): Promise<Buffer> {
  const file = path.join(folder, '.link-secret');
  await mkdir(folder, { recursive: true });
  const newSecret = randomBytes(32);
  await writeFile(file, newSecret, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  return readFile(file);
}
