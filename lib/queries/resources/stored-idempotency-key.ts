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
 * The common table expressions that delete expired keys, and then store a key with the created ids. The key can itself be
 * among the expired ones, so the insert reads the result of the deletion to make PostgreSQL delete first. A concurrent
 * request with the same key causes a unique violation (23505), so that nothing is created twice.
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
 * An SQL expression of type jsonb, for `earlierCreationSchema`: what an earlier request created with a key that has not
 * expired. Because now() is never later than clock_timestamp(), a key that counts as expired here is also deleted before a
 * new one is stored.
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
