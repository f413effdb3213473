import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { rowExistsQuery, manyRows, type RowsQuery } from '../../data-api/query.ts';
import { jsonString, sql, text, type Statement } from '../../data-api/sql.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const publicSigningKeySchema = z
  .object({
    keyId: z.string(),
    /** A JSON Web Key (RFC 7517). */
    jwk: z
      .object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
      })
      .readonly(),
    createdAt: z.string(),
  })
  .readonly();

/** A public key that verifies tokens. */
export type PublicSigningKey = z.output<typeof publicSigningKeySchema>;

/** Lists the public keys that verify tokens, the newest first. */
export function listPublicSigningKeys(): RowsQuery<readonly PublicSigningKey[]> {
  return manyRows(
    markPrepared(sql`select jsonb_build_object(
  'keyId', k.key_id,
  'jwk', k.public_key,
  'createdAt', to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
)::text
from signing_key k
order by k.created_at desc, k.key_id collate "C"`),
    publicSigningKeySchema,
  );
}

/** Publishes a public key, unless it is published already. @param publicKey the JWK as a JSON string */
export function publishSigningKey(keyId: string, publicKey: string): Statement {
  return sql`insert into signing_key (key_id, public_key)
values (${text(keyId)}, ${jsonString(publicKey)})
on conflict (key_id) do nothing`;
}

/** Removes a public key, which invalidates every token that it signed. @returns whether the key existed */
export function removeSigningKey(keyId: string): RowsQuery<boolean> {
  return rowExistsQuery(sql`delete from signing_key
where key_id = ${text(keyId)}
returning key_id`);
}

/** Clears the retirement of the key that signs tokens. */
export function clearKeyRetirement(keyId: string): Statement {
  return sql`update signing_key
set retired_at = null
where key_id = ${text(keyId)}`;
}

/** Retires all other keys. The time of an earlier retirement does not change. @param keyId the key that signs tokens */
export function retireOtherSigningKeys(keyId: string): Statement {
  return sql`update signing_key
set retired_at = clock_timestamp()
where key_id <> ${text(keyId)}
  and retired_at is null`;
}

/**
 * Removes public keys that were retired so long ago that no token signed with them can be valid.
 * @param seconds the minimum time since their retirement
 */
export function removeRetiredSigningKeys(seconds: number): Statement {
  return sql`delete from signing_key
where retired_at < clock_timestamp() - make_interval(secs => ${text(String(seconds))}::float8)`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'none',
  variants: () => [listPublicSigningKeys()],
};
