import { createHash, timingSafeEqual } from 'node:crypto';

import { PublicError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';

/** The header in which the front (infra/aws/front.yml) sends its secret. */
export const frontSecretHeader = 'x-front-secret';

/** The trusted proxy in front of the service. */
export type Front = NonNullable<Settings['front']>;

/** The service has a front, and the request did not come through it. */
export class FrontRequired extends PublicError {
  readonly code = 'front_required';

  constructor() {
    super('This is not the public address of the service. Send the request to its public address.');
  }
}

/** Hashes a secret of the front, for HDS_FRONT_SECRET_HASHES. */
export function hashFrontSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Whether the front has sent the request. The time of the comparison does not depend on the secrets.
 * @rule Sign-in and tokens: Has a request come through the front, and what if not?
 * @param values all values of the header with the secret
 */
export function isFromFront(values: readonly string[], { secretHashes }: Front): boolean {
  const [secret, ...otherSecrets] = values;
  if (secret === undefined || otherSecrets.length > 0) return false;
  const sentHash = Buffer.from(hashFrontSecret(secret));
  // All hashes are compared, because the time of an early exit would reveal which one matches.
  return secretHashes.filter((hash) => timingSafeEqual(Buffer.from(hash), sentHash)).length > 0;
}
