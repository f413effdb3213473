import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { bigint, int, rawSql, sql, uuid, type Statement } from '../../../../lib/data-api/sql.ts';
import { nilUuid } from '../../../../lib/model/ids.ts';

/*
 * Corrects a database that was restored from a backup. Versions, ids and ordinals that clients and harvesters got between the
 * backup and the loss must not be used again for something else.
 */

/** Added to versions: more than any object can change between a backup and the loss of the database. */
const versionStep = 1_000_000n;

/** Added to ids: more than can be created between a backup and the loss of the database. */
const idStep = 10_000n;

const endedSignInsSchema = z.object({ tokens: z.number(), sessions: z.number() }).readonly();

/** Ends all sign-ins, because a revocation after the backup is lost and must not be undone. @returns how many were ended */
export function endAllSignIns(): RowsQuery<z.infer<typeof endedSignInsSchema>> {
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
    endedSignInsSchema,
  );
}

/** The statements that correct everything except resource instances. They may run more than once. */
export const correctionsAfterRestore: readonly Statement[] = [
  // From now on, Last-Modified is later than all times that clients got before the restore.
  rawSql('update last_change set is_pending = true'),
  // Parts of unfinished files may have data from after the backup, so every file is written again from the beginning.
  rawSql(`update export_run set fingerprint = 'before a restore'`),
  sql`update mobile_project set version = version + ${bigint(versionStep)}`,
  ...['account', 'account_group'].map(
    (table) =>
      sql`select setval(s.name, nextval(s.name) + ${bigint(idStep)})::text
from (select pg_get_serial_sequence(${rawSql(`'${table}', '${table}_id'`)})::regclass as name) s`,
  ),
];

const batchSchema = z.object({ count: z.number(), last: z.string().nullable() }).readonly();

/** The number of rows of a batch, and its last id; null if there were no more rows. */
export type ResourceBatch = z.infer<typeof batchSchema>;

const batchSize = 5000;

const selectBatch = (afterId: string): Statement => sql`batch as materialized (
  select r.resource_id, r.graph_id
  from resource r
  where r.resource_id > ${uuid(afterId)}
  order by r.resource_id
  limit ${int(batchSize)}
)`;

const batchResult = sql`select jsonb_build_object(
  'count', count(*),
  'last', (select b.resource_id from batch b order by b.resource_id desc limit 1)
)::text
from batch`;

/** Raises the versions of the next resource instances above all versions that clients got before the restore. */
export function raiseVersions(afterId: string): RowsQuery<ResourceBatch> {
  return oneRow(
    sql`with ${selectBatch(afterId)},
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
export function announceResources(afterId: string): RowsQuery<ResourceBatch> {
  return oneRow(
    sql`with ${selectBatch(afterId)},
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
 * Fills the next lost ordinals with masked Updates. They have the nil id instead of a resource instance, so that nobody may read
 * their object (itemReadableCondition).
 * @param publishedOrdinal the last ordinal to fill
 * @returns the last ordinal of the stream
 */
export function fillLostOrdinals(publishedOrdinal: number): RowsQuery<number> {
  const nil = uuid(nilUuid);
  return oneRow(
    sql`with stream as materialized (
  select c.ordinal, least(c.ordinal + ${int(maskedItemsPerStatement)}, ${bigint(BigInt(publishedOrdinal))}) as last_to_fill
  from activity_counter c
  for update
),
counter as (
  update activity_counter c
  set ordinal = s.last_to_fill, end_time = greatest(c.end_time, clock_timestamp())
  from stream s
  where s.last_to_fill > s.ordinal
  returning c.end_time
),
filled as (
  insert into activity (ordinal, activity_type, resource_id, graph_id, end_time)
  select o.ordinal, 'Update', ${nil}, ${nil}, c.end_time
  from stream s
  cross join counter c
  cross join lateral generate_series(s.ordinal + 1, s.last_to_fill) as o (ordinal)
)
select greatest(s.ordinal, s.last_to_fill)::text
from stream s`,
    z.number(),
  );
}
