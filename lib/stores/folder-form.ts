import { createHmac, timingSafeEqual } from 'node:crypto';

import * as z from 'zod';

import { readLinkSecret } from './signed-link.ts';
import { writePolicy, type UploadForm, type UploadTerms } from './upload-form.ts';

const policySchema = z.object({
  expiration: z.coerce.date(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
      z.record(z.string(), z.string()),
    ]),
  ),
});

const sign = (policy: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(policy).digest('hex');

/**
 * Signs a form with which a client sends a file into a folder, in place of a bucket.
 * @param links the address of the folder, without a slash at the end
 */
export async function createFolderForm(
  folder: string,
  links: string | undefined,
  terms: UploadTerms,
): Promise<UploadForm> {
  if (links === undefined) throw new Error('A folder has no address outside of npm start.');
  const fields = { 'Content-Type': terms.contentType, key: terms.key };
  const expiresAt = new Date(Date.now() + terms.validSeconds * 1000);
  const policy = writePolicy(terms, fields, expiresAt);
  const signature = sign(policy, await readLinkSecret(folder));
  return { url: links, fields: { ...fields, Policy: policy, 'X-Amz-Signature': signature } };
}

/** Why a form is refused, with the codes of S3. */
export type FormRefusal = 'AccessDenied' | 'EntityTooLarge' | 'EntityTooSmall';

/**
 * Verifies a form as S3 does: its signature, its time, its fields and the number of bytes.
 * @param fields the fields before the file, by name
 * @returns why it is refused; undefined if it is not
 */
export function verifyForm(
  fields: ReadonlyMap<string, string>,
  byteCount: number,
  secret: Buffer,
  now: Date,
): FormRefusal | undefined {
  const policy = fields.get('Policy') ?? '';
  const expected = Buffer.from(sign(policy, secret));
  const signature = Buffer.from(fields.get('X-Amz-Signature') ?? '');
  if (expected.length !== signature.length || !timingSafeEqual(expected, signature))
    return 'AccessDenied';
  const { expiration, conditions } = policySchema.parse(
    JSON.parse(Buffer.from(policy, 'base64').toString()),
  );
  if (expiration <= now) return 'AccessDenied';
  const fieldsOfPolicy = new Map(
    conditions.flatMap((condition) => (Array.isArray(condition) ? [] : Object.entries(condition))),
  );
  const hasOnlyItsFields = [...fields].every(
    ([name, value]) =>
      name === 'Policy' || name === 'X-Amz-Signature' || fieldsOfPolicy.get(name) === value,
  );
  const hasAllFields = [...fieldsOfPolicy.keys()].every((name) => fields.has(name));
  if (!hasOnlyItsFields || !hasAllFields) return 'AccessDenied';
  return conditions.map((condition) => refuseSize(condition, byteCount)).find((code) => code);
}

function refuseSize(
  condition: z.output<typeof policySchema>['conditions'][number],
  byteCount: number,
): FormRefusal | undefined {
  if (!Array.isArray(condition)) return undefined;
  const [, minimum, maximum] = condition;
  if (byteCount > maximum) return 'EntityTooLarge';
  return byteCount < minimum ? 'EntityTooSmall' : undefined;
}
