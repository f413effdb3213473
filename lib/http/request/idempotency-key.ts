import { createHash } from 'node:crypto';

import { InvalidInput } from '../../errors.ts';
import { idempotencyKeyPattern } from '../description/headers.ts';
import type { RequestKey } from '../../writing/resources/change-request.ts';

const key = new RegExp(idempotencyKeyPattern);

/**
 * The key under which a request that creates something may be sent again.
 * @param valueOf the header of a name in lower case
 * @param content everything that the request asks for, so that the same key with something else is noticed
 * @returns undefined where none was sent
 * @throws InvalidInput where it is empty, longer than 255 characters, or not in ASCII
 */
export function readIdempotencyKey(
  valueOf: (name: string) => string | undefined,
  content: readonly unknown[],
): RequestKey | undefined {
  const sent = valueOf('idempotency-key');
  if (sent === undefined) return undefined;
  if (key.test(sent)) {
    const requestHash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    return { key: sent, requestHash };
  }
  const detail = 'Idempotency-Key must have 1 to 255 characters of ASCII, as a UUID has.';
  throw new InvalidInput([
    { in: 'parameters', pointer: '/idempotency-key', code: 'invalid', detail },
  ]);
}
