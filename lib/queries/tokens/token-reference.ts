import { sql, text, uuid, type Statement } from '../../data-api/sql.ts';

/** Which sign-in a token came out of: by the hash of a refresh token, or by what an access token says. */
export type TokenReference =
  | { readonly kind: 'refresh-token'; readonly tokenHash: string }
  | { readonly kind: 'access-token'; readonly tokenFamilyId: string };

/** The id of the family of a token, as an expression; null for an unknown token. */
export function tokenFamilyIdOf(reference: TokenReference): Statement {
  return reference.kind === 'access-token'
    ? sql`${uuid(reference.tokenFamilyId)}`
    : sql`(
      select r.token_family_id
      from refresh_token r
      where r.token_hash = ${text(reference.tokenHash)}
    )`;
}
