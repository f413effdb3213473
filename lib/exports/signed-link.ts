import { createHmac, timingSafeEqual } from 'node:crypto';

import * as z from 'zod';

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
 * @param path the path relative to the base, without a slash at the beginning, with its query
 * @returns the file; undefined if the signature is wrong or the link has expired
 */
export function verifyLink(path: string, secret: Buffer, now: Date): SignedFile | undefined {
  const [key = '', query = ''] = path.split('?');
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
