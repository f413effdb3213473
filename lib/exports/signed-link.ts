import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod';

import { errorCode } from '../errors.ts';

/** The part of a link that its signature covers. */
const signedFileSchema = z.object({
  key: z.string(),
  fileName: z.string(),
  /** In seconds since 1970. */
  expires: z.coerce.number().int(),
});

export type SignedFile = z.output<typeof signedFileSchema>;

function computeSignature({ key, fileName, expires }: SignedFile, secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([key, fileName, expires]))
    .digest('hex');
}

/**
 * Signs the address of a file.
 * @param baseUrl the address of the folder, without a slash at the end
 */
export function signLink(baseUrl: string, file: SignedFile, secret: Buffer): string {
  const query = new URLSearchParams({
    filename: file.fileName,
    expires: String(file.expires),
    signature: computeSignature(file, secret),
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
    fileName: values.get('filename'),
    expires: values.get('expires'),
  });
  if (!file.success) return undefined;
  const expected = Buffer.from(computeSignature(file.data, secret));
  const signature = Buffer.from(values.get('signature') ?? '');
  const isSigned = expected.length === signature.length && timingSafeEqual(expected, signature);
  return isSigned && file.data.expires * 1000 > now.getTime() ? file.data : undefined;
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
