import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { int, sql, uuid, uuidArray, type Statement } from '../../../../lib/data-api/sql.ts';

const countsSchema = z.object({ resources: z.number(), isFilling: z.boolean() }).readonly();

/** Reads the number of resource instances, and whether the entries of their values are still being computed. */
export function readEntryState(): RowsQuery<z.output<typeof countsSchema>> {
  return oneRow(
    sql`select jsonb_build_object('resources', count(*), 'isFilling', is_filling_value_entries())::text
from resource r`,
    countsSchema,
  );
}

const checkedBatchSchema = z
  .object({
    compared: z.number(),
    /** Null if the batch is empty. */
    lastId: z.string().nullable(),
    /** The ids of resource instances whose entries are not those of their tiles. */
    wrong: z.array(z.string()).readonly(),
  })
  .readonly();

/** A batch of resource instances whose entries were compared with their tiles. */
export type CheckedBatch = z.output<typeof checkedBatchSchema>;

const checkBatch = (batch: Statement): RowsQuery<CheckedBatch> =>
  oneRow(
    sql`with batch as materialized (
  ${batch}
)
select jsonb_build_object(
  'compared', (select count(*) from batch),
  'lastId', (select max(b.resource_id::text collate "C") from batch b),
  'wrong', (
    select coalesce(jsonb_agg(w.resource_id), '[]')
    from wrong_value_entries(array(select b.resource_id from batch b)) w
  )
)::text`,
    checkedBatchSchema,
  );

/** Compares the entries of the next resource instances after an id, those that only entries have left included. */
export function checkNextEntries(after: string, size: number): RowsQuery<CheckedBatch> {
  const idsOf = (table: Statement): Statement => sql`(
    select distinct r.resource_id
    from ${table} r
    where r.resource_id > ${uuid(after)}
    order by r.resource_id
    limit ${int(size)}
  )`;
  return checkBatch(sql`select i.resource_id
  from (
    ${idsOf(sql`resource`)}
    union
    ${idsOf(sql`id_entry`)}
    union
    ${idsOf(sql`number_entry`)}
    union
    ${idsOf(sql`date_entry`)}
    union
    ${idsOf(sql`word_entry`)}
  ) i
  order by i.resource_id
  limit ${int(size)}`);
}

/** Compares the entries of so many resource instances, which are drawn at random. */
export function checkSampleOfEntries(size: number): RowsQuery<CheckedBatch> {
  return checkBatch(sql`select r.resource_id
  from resource r
  order by random()
  limit ${int(size)}`);
}

/** Locks resource instances, as whoever changes their tiles or grants does. */
export function lockResources(ids: readonly string[]): Statement {
  return sql`select r.resource_id::text
from resource r
where r.resource_id = any (${uuidArray(ids)})
order by r.resource_id
for no key update`;
}

/** Computes the entries of locked resource instances again. */
export function replaceEntries(ids: readonly string[]): Statement {
  return sql`select replace_value_entries(${uuidArray(ids)})::text`;
}
