import * as z from 'zod';

import { int, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import { parseResourceId } from '../../model/ids.ts';

/** The key of a request that creates a resource instance or a tile. */
export type IdempotencyKey = {
  readonly accountId: number;
  readonly key: string;
  /** A hash of the whole request. */
  readonly requestHash: string;
  readonly resourceId: string;
  readonly tileId: string | null;
};

const lifetime = sql`interval '24 hours'`;

/**
 * The common table expressions that store a key with the created ids, after deleting expired keys, which can be the same
 * one: only a query of their result makes PostgreSQL delete them first. A concurrent request with the same key causes a
 * unique violation (23505), so that nothing is created twice.
 */
export function storeIdempotencyKeyTables(key: IdempotencyKey, condition: Statement): Statement {
  return sql`expired_key as (
  delete from idempotency_key k
  where k.created_at < clock_timestamp() - ${lifetime}
  returning 1
),
stored_key as (
  insert into idempotency_key (account_id, idempotency_key, request_hash, resource_id, tile_id)
  select
    ${int(key.accountId)}, ${text(key.key)}, ${text(key.requestHash)}, ${uuid(key.resourceId)}, ${uuid(key.tileId)}
  from (select count(*) from expired_key) deleted
  where ${condition}
)`;
}

/** The resource instance or tile that was created with a key, or null. */
export const earlierCreationSchema = z
  .object({
    requestHash: z.string(),
    resourceId: z.string().transform(parseResourceId),
    tileId: z.string().nullable(),
  })
  .readonly()
  .nullable();

/**
 * Finds what an earlier request created with a key that has not expired: an SQL expression of type jsonb, for `earlierCreationSchema`. The
 * clock of the transaction is behind the one that deletes keys: a key that has expired here has expired there, too.
 */
export function earlierCreationExpression(accountId: number | null, key: string | null): Statement {
  return sql`(
    select jsonb_build_object('requestHash', k.request_hash, 'resourceId', k.resource_id, 'tileId', k.tile_id)
    from idempotency_key k
    where k.account_id = ${int(accountId)}
      and k.idempotency_key = ${text(key)}
      and k.created_at >= now() - ${lifetime}
  )`;
}
