import type { Scope } from './scope.ts';

/** A caller without a token, who has the rights of the group Guest. */
type AnonymousPrincipal = { readonly kind: 'anonymous' };

/**
 * The identity in a token with a valid signature. The statement that reads the data checks whether the token is
 * revoked, whether the account is active, and the rights of its groups.
 */
export type AccountPrincipal = {
  readonly kind: 'account';
  readonly accountId: number;
  readonly scope: readonly Scope[];
  /** Identifies the sign-in. The token is valid as long as its family is. */
  readonly tokenFamilyId: string;
  /** The key that signed the token. */
  readonly keyId: string;
};

/** The identity that the token of a request claims. */
export type Principal = AnonymousPrincipal | AccountPrincipal;

export const anonymous: AnonymousPrincipal = { kind: 'anonymous' };
