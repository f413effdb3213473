import { createHash } from 'node:crypto';

import { InvalidInput } from '../../errors.ts';
import { idempotencyKeyPattern } from '../description/headers.ts';
import type { RequestKey } from '../../writing/resources/change-request.ts';

const keyPattern = new RegExp(idempotencyKeyPattern);

/**
 * Reads the header Idempotency-Key.
 * @param readHeader by a name in lower case
 * @param content everything that the request depends on: the same key with other content is an error
 * @returns undefined if there is no such header
 * @throws InvalidInput if it is empty, longer than 255 characters, or not ASCII
 */
export function readIdempotencyKey(
  readHeader: (name: string) => string | undefined,
  content: readonly unknown[],
): RequestKey | undefined {
  const headerValue = readHeader('idempotency-key');
  if (headerValue === undefined) return undefined;
  if (keyPattern.test(headerValue)) {
    const requestHash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    return { key: headerValue, requestHash };
  }
  const detail = 'Idempotency-Key must have 1 to 255 ASCII characters; a UUID is a good choice.';
  throw new InvalidInput([
    { in: 'parameters', pointer: '/idempotency-key', code: 'invalid', detail },
  ]);
}
