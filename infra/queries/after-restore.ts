import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { bigint, int, rawSql, sql, uuid, type Statement } from '../../lib/data-api/sql.ts';
import { nilUuid } from '../../lib/model/ids.ts';

/*
 * Corrects a database that was restored from a backup: what clients and harvesters learned between the backup and the loss must not mean
 * something else now.
 */

/** No object changes a million times between a backup and a loss. */
const versionStep = 1_000_000n;

/** More ids than anybody creates between a backup and a loss. */
const idStep = 10_000n;

const endedSchema = z.object({ tokens: z.number(), sessions: z.number() }).readonly();

/** Ends all sign-ins, because a lost revocation must not be undone. @returns how many */
export function endAllSignIns(): RowsQuery<z.infer<typeof endedSchema>> {
  return oneRow(
    sql`with revoked as (
  update token_family f
  set revoked_at = clock_timestamp()
  where f.revoked_at is null
    and f.expires_at > clock_timestamp()
  returning f.token_family_id
),
ended as (
  delete from browser_session
  returning session_hash
)
select jsonb_build_object(
  'tokens', (select count(*) from revoked),
  'sessions', (select count(*) from ended)
)::text`,
    endedSchema,
  );
}

/** The statements that correct what is not stored for each resource instance. They can run again. */
export const correctionsAfterRestore: readonly Statement[] = [
  // Times that clients got in Last-Modified since the backup are earlier than all that they get from now on.
  rawSql('update last_change set is_pending = true'),
  // Unfinished files continue with parts of a later state, so every file is written again.
  rawSql(`update export_run set fingerprint = 'before a restore'`),
  sql`update mobile_project set version = version + ${bigint(versionStep)}`,
  ...['account', 'account_group'].map(
    (table) =>
      sql`select setval(s.name, nextval(s.name) + ${bigint(idStep)})::text
from (select pg_get_serial_sequence(${rawSql(`'${table}', '${table}_id'`)})::regclass as name) s`,
  ),
];

const batchSchema = z.object({ count: z.number(), last: z.string().nullable() }).readonly();

/** The number of rows of a batch, and its last id; null if no row was left. */
export type ResourceBatch = z.infer<typeof batchSchema>;

const batchSize = 5000;

const nextResources = (after: string): Statement => sql`batch as materialized (
  select r.resource_id, r.graph_id
  from resource r
  where r.resource_id > ${uuid(after)}
  order by r.resource_id
  limit ${int(batchSize)}
)`;

const batchResult = sql`select jsonb_build_object(
  'count', count(*),
  'last', (select b.resource_id from batch b order by b.resource_id desc limit 1)
)::text
from batch`;

/** Raises the versions of the next resource instances above all versions that clients got since the backup. */
export function raiseVersions(after: string): RowsQuery<ResourceBatch> {
  return oneRow(
    sql`with ${nextResources(after)},
raised as (
  update resource r
  set version = r.version + ${bigint(versionStep)}
  from batch b
  where r.resource_id = b.resource_id
)
${batchResult}`,
    batchSchema,
  );
}

/** Adds an Update of each of the next resource instances to the activity stream. */
export function announceResources(after: string): RowsQuery<ResourceBatch> {
  return oneRow(
    sql`with ${nextResources(after)},
counter as (
  update activity_counter
  set
    ordinal = ordinal + (select count(*) from batch),
    end_time = greatest(end_time, clock_timestamp())
  returning ordinal, end_time
),
announced as (
  insert into activity (ordinal, activity_type, resource_id, graph_id, end_time)
  select
    c.ordinal - count(*) over () + row_number() over (order by b.resource_id),
    'Update',
    b.resource_id,
    b.graph_id,
    c.end_time
  from batch b
  cross join counter c
)
${batchResult}`,
    batchSchema,
  );
}

const maskedItemsPerStatement = 20_000;

/**
 * Writes the next masked Updates for lost ordinals. Their id of a resource instance is nil, which hides it from everybody (itemReadableCondition).
 * @param publishedOrdinal the last ordinal to fill
 * @returns the last ordinal of the stream
 */
export function fillLostOrdinals(publishedOrdinal: number): RowsQuery<number> {
  const nil = uuid(nilUuid);
  return oneRow(
    sql`with stream as materialized (
  select c.ordinal, least(c.ordinal + ${int(maskedItemsPerStatement)}, ${bigint(BigInt(publishedOrdinal))}) as filled_to
  from activity_counter c
  for update
),
counter as (
  update activity_counter c
  set ordinal = s.filled_to, end_time = greatest(c.end_time, clock_timestamp())
  from stream s
  where s.filled_to > s.ordinal
  returning c.end_time
),
filled as (
  insert into activity (ordinal, activity_type, resource_id, graph_id, end_time)
  select o.ordinal, 'Update', ${nil}, ${nil}, c.end_time
  from stream s
  cross join counter c
  cross join lateral generate_series(s.ordinal + 1, s.filled_to) as o (ordinal)
)
select greatest(s.ordinal, s.filled_to)::text
from stream s`,
    z.number(),
  );
}
