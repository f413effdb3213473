import { sql, text, uuid, type Statement } from '../../data-api/sql.ts';

/** Identifies a token family: by the hash of a refresh token, or by a claim of an access token. */
export type TokenReference =
  | { readonly kind: 'refresh-token'; readonly tokenHash: string }
  | { readonly kind: 'access-token'; readonly tokenFamilyId: string };

/** The id of a token family, as an expression; null for an unknown token. */
export function tokenFamilyIdExpression(reference: TokenReference): Statement {
  return reference.kind === 'access-token'
    ? sql`${uuid(reference.tokenFamilyId)}`
    : sql`(
      select r.token_family_id
      from refresh_token r
      where r.token_hash = ${text(reference.tokenHash)}
    )`;
}
