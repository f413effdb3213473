import { timingSafeEqual } from 'node:crypto';

import * as z from 'zod';

import { readJson } from '../../../lib/json/read-json.ts';
import { signPolicy } from '../../../lib/stores/folder-form.ts';

const policySchema = z.object({
  expiration: z.coerce.date(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
      z.record(z.string(), z.string()),
    ]),
  ),
});

type Condition = z.output<typeof policySchema>['conditions'][number];

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
  const expected = Buffer.from(signPolicy(policy, secret));
  const signature = Buffer.from(fields.get('X-Amz-Signature') ?? '');
  if (expected.length !== signature.length || !timingSafeEqual(expected, signature))
    return 'AccessDenied';
  const { expiration, conditions } = policySchema.parse(
    readJson(Buffer.from(policy, 'base64').toString(), 'javascript'),
  );
  if (expiration <= now || !hasSignedFields(fields, conditions)) return 'AccessDenied';
  return conditions
    .map((condition) => refuseSize(condition, byteCount))
    .find((refusal) => refusal !== undefined);
}

/** Whether a form has all fields of its policy, unchanged, and no others. */
function hasSignedFields(
  fields: ReadonlyMap<string, string>,
  conditions: readonly Condition[],
): boolean {
  const signed = new Map(
    conditions.flatMap((condition) => (Array.isArray(condition) ? [] : Object.entries(condition))),
  );
  const sent = [...fields].filter(([name]) => name !== 'Policy' && name !== 'X-Amz-Signature');
  return sent.length === signed.size && sent.every(([name, value]) => signed.get(name) === value);
}

function refuseSize(condition: Condition, byteCount: number): FormRefusal | undefined {
  if (!Array.isArray(condition)) return undefined;
  const [, minimum, maximum] = condition;
  if (byteCount > maximum) return 'EntityTooLarge';
  return byteCount < minimum ? 'EntityTooSmall' : undefined;
}
