import type { Scope } from './scope.ts';

/** Nobody has said who they are: what the group Guest may see is all there is to see. */
type AnonymousPrincipal = { readonly kind: 'anonymous' };

/**
 * Who a well signed token says the caller is. Whether the token is revoked and the account still active, and what its
 * groups may do, is decided by the statement that reads the data.
 */
export type AccountPrincipal = {
  readonly kind: 'account';
  readonly accountId: number;
  readonly scope: readonly Scope[];
  /** Names the sign-in that the token came out of; the token is good as long as that is. */
  readonly tokenFamilyId: string;
  /** The key that signed the token. */
  readonly keyId: string;
};

/** The caller of a request, as claimed by its token. */
export type Principal = AnonymousPrincipal | AccountPrincipal;

/** The caller of a request that presents no token. */
export const anonymous: AnonymousPrincipal = { kind: 'anonymous' };
