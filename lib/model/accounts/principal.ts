import type { Scope } from './scope.ts';

/** A caller without a token or session, who has the rights of the group Guest. */
type AnonymousPrincipal = { readonly kind: 'anonymous' };

/** A token with a valid signature. */
export type TokenCredential = {
  readonly kind: 'token';
  /** Identifies the sign-in. The token is valid as long as its family is. */
  readonly tokenFamilyId: string;
  /** The key that signed the token. */
  readonly keyId: string;
};

/** The cookie of a browser that is signed in. */
export type SessionCredential = { readonly kind: 'session'; readonly sessionHash: string };

/**
 * The account that a token or a session claims. The statement that reads the data checks whether the token is revoked or the session has
 * ended, whether the account is active, and the rights of its groups.
 */
export type AccountPrincipal = {
  readonly kind: 'account';
  readonly accountId: number;
  readonly scope: readonly Scope[];
  readonly credential: TokenCredential | SessionCredential;
};

/** The identity that a request claims. */
export type Principal = AnonymousPrincipal | AccountPrincipal;

export const anonymous: AnonymousPrincipal = { kind: 'anonymous' };

/** Whether a caller is identified by the session of a browser. */
export function hasSession(principal: Principal | undefined): boolean {
  return principal?.kind === 'account' && principal.credential.kind === 'session';
}
