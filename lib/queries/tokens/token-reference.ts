import { sql, text, uuid, type Statement } from '../../data-api/sql.ts';

/** Which sign-in a token came out of: by the hash of a refresh token, or by what an access token says. */
export type TokenReference =
  | { readonly kind: 'refresh-token'; readonly tokenHash: string }
  | { readonly kind: 'access-token'; readonly tokenFamilyId: string };

/** What chooses the family of a token among rows of token_family `f`. */
export function familyOf(reference: TokenReference): Statement {
  return reference.kind === 'access-token'
    ? sql`f.token_family_id = ${uuid(reference.tokenFamilyId)}`
    : sql`f.token_family_id = (
      select r.token_family_id
      from refresh_token r
      where r.token_hash = ${text(reference.tokenHash)}
    )`;
}
