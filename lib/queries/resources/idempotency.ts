import { int, sql, text, uuid, type Statement } from '../../data-api/sql.ts';

/** A request that creates something, under the key that its sender gave it. */
export type IdempotencyKey = {
  readonly accountId: number;
  readonly key: string;
  /** Of everything that was asked for. */
  readonly requestHash: string;
  readonly resourceId: string;
  readonly tileId: string | null;
};

/** For how long a key is kept. */
const keptFor = sql`interval '24 hours'`;

/**
 * The common table expressions that keep a key with what is created under it, and take out those that are too old.
 * A key that somebody else keeps at the same moment is a unique violation (23505), so that nothing is created twice.
 */
export function keepingKey(key: IdempotencyKey, goOn: Statement): Statement {
  return sql`old_key as (
  delete from idempotency_key k
  where k.created_at < clock_timestamp() - ${keptFor}
    and not (k.account_id = ${int(key.accountId)} and k.idempotency_key = ${text(key.key)})
),
kept_key as (
  insert into idempotency_key (account_id, idempotency_key, request_hash, resource_id, tile_id)
  select
    ${int(key.accountId)}, ${text(key.key)}, ${text(key.requestHash)}, ${uuid(key.resourceId)}, ${uuid(key.tileId)}
  where ${goOn}
)`;
}

/** What was created under a key: {request_hash, resource_id, tile_id}, or null, as an expression of jsonb. */
export function keptKey(accountId: number | null, key: string | null): Statement {
  return sql`(
    select jsonb_build_object('request_hash', k.request_hash, 'resource_id', k.resource_id, 'tile_id', k.tile_id)
    from idempotency_key k
    where k.account_id = ${int(accountId)}
      and k.idempotency_key = ${text(key)}
  )`;
}
