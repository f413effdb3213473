/** Nobody has said who they are: what the group Guest may see is all there is to see. */
type AnonymousPrincipal = { readonly kind: 'anonymous' };

/**
 * Who a valid token says the caller is. Whether the account still exists and is active, and what its
 * groups may do, is decided by the statement that reads the data (design, section 4).
 */
type AccountPrincipal = { readonly kind: 'account'; readonly accountId: number };

/** The caller of a request, as claimed by its token. */
export type Principal = AnonymousPrincipal | AccountPrincipal;

/** The caller of a request that presents no token. */
export const anonymous: AnonymousPrincipal = { kind: 'anonymous' };
