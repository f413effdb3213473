import * as z from 'zod';

import {
  manyRows,
  oneRow,
  rowExistsQuery,
  type RowsQuery,
} from '../../../../../lib/data-api/query.ts';
import {
  bigint,
  json,
  sql,
  text,
  uuid,
  uuidArray,
  type Statement,
} from '../../../../../lib/data-api/sql.ts';
import { identifiersExpression } from '../../../../../lib/queries/resources/stated-parts.ts';
import { countWrittenRows } from '../../queries/count-written-rows.ts';

/** The kinds of rows that are imported from a source. */
export type OriginKind =
  | 'graph'
  | 'concept'
  | 'value'
  | 'concept relation'
  | 'resource'
  | 'tile'
  | 'relation'
  | 'edit'
  | 'spatial view';

/** The id of an imported row, and the hash of its content in the source. */
export type OriginRow = {
  readonly id: string;
  /** MD5, in hexadecimal digits. */
  readonly hash: string;
};

const rowHash = (columns: Statement): Statement => sql`md5(row(${columns})::text)::uuid`;

/** The kinds of rows that are stored in tables as imported. Edits are not: they become items of the activity stream. */
export type StoredKind = Exclude<OriginKind, 'edit'>;

/**
 * Selects the stored rows of each kind: id, hash, and owner (see OriginState). The hashes must equal those of
 * infra/cli/import/database/source-hashes.ts.
 */
const storedRows: Readonly<Record<StoredKind, Statement>> = {
  graph: sql`select g.graph_id as id, ${rowHash(sql`g.publication_id`)} as hash, null::uuid as owner_id
  from graph g`,
  concept: sql`select c.concept_id as id, ${rowHash(sql`c.node_type, c.legacy_id`)} as hash, null::uuid as owner_id
  from concept c`,
  value: sql`select v.value_id as id, ${rowHash(sql`v.concept_id, v.value_type, v.language_id, v.value`)} as hash, v.concept_id as owner_id
  from concept_value v`,
  'concept relation': sql`select
    md5(row(r.from_concept_id, r.relation_type, r.to_concept_id)::text)::uuid as id,
    md5(row(r.from_concept_id, r.relation_type, r.to_concept_id)::text)::uuid as hash,
    null::uuid as owner_id
  from concept_relation r
  where r.is_stated
    or r.is_inverse_stated`,
  resource: sql`select r.resource_id as id, md5(row(r.graph_id, r.legacy_id)::text || coalesce(r.life_cycle_state_id::text, '') || coalesce(${identifiersExpression(sql`r.resource_id`)}::text, ''))::uuid as hash, r.graph_id as owner_id
  from resource r`,
  tile: sql`select
    t.tile_id as id,
    ${rowHash(sql`t.resource_id, t.nodegroup_id, t.parent_tile_id, t.sort_order, t.data::text, t.provisional_edits::text`)} as hash,
    t.resource_id as owner_id
  from tile t`,
  relation: sql`select r.relation_id as id, r.relation_id as hash, null::uuid as owner_id
  from resource_relation r
  where r.tile_id is null`,
  'spatial view': sql`select
    v.spatial_view_id as id,
    ${rowHash(sql`v.slug, v.schema_name, v.description, v.geometry_node_id, v.language_id, v.is_active, v.is_mixed_geometry_types, v.attribute_nodes::text`)} as hash,
    null::uuid as owner_id
  from spatial_view v`,
};

const originStateSchema = z
  .object({
    id: z.string(),
    hash: z.string(),
    /** What happened to the row in this service since the import. */
    state: z.enum(['same', 'changed', 'deleted']),
    /** Whether the import stored the row with a content that differs from that in the source. */
    isAltered: z.boolean(),
    /** The resource instance of a tile, the concept of a value, the graph of a resource instance. */
    ownerId: z.string().nullable(),
  })
  .readonly();

export type OriginState = z.output<typeof originStateSchema>;

const originsPerStatement = 4000;

/**
 * Reads the next rows that came from a source, in the order of their ids, and what happened to them in this service.
 * @rule Imports and exports: Is a row here as it came from the database?
 * @param afterId the id of the last row that was read; the nil UUID for the first rows
 */
export function readOrigins(kind: StoredKind, afterId: string): RowsQuery<readonly OriginState[]> {
  return manyRows(
    sql`with page as materialized (
  select o.id, o.hash, coalesce(o.stored_hash, o.hash) as stored_hash, o.stored_hash is not null as is_altered
  from origin o
  where o.kind = ${text(kind)}
    and o.id > ${uuid(afterId)}
  order by o.id
  limit ${bigint(BigInt(originsPerStatement))}
)
select jsonb_build_object(
  'id', p.id,
  'hash', replace(p.hash::text, '-', ''),
  'state', case when s.id is null then 'deleted' when s.hash = p.stored_hash then 'same' else 'changed' end,
  'isAltered', p.is_altered,
  'ownerId', s.owner_id
)::text
from page p
left join (
  ${storedRows[kind]}
) s on s.id = p.id
order by p.id`,
    originStateSchema,
  );
}

const storedRowSchema = z.object({ id: z.string(), hash: z.string() }).readonly();

/** Finds the stored rows with these ids, and their hashes. */
export function findStoredRows(
  kind: StoredKind,
  ids: readonly string[],
): RowsQuery<readonly OriginRow[]> {
  return manyRows(
    sql`select jsonb_build_object('id', s.id, 'hash', replace(s.hash::text, '-', ''))::text
from (
  ${storedRows[kind]}
) s
join unnest(${uuidArray(ids)}) as i (id) on i.id = s.id`,
    storedRowSchema,
  );
}

/**
 * Records that stored rows came from a source. Rows that are not stored are ignored.
 * @param source the number that identifies the source
 */
export function recordOrigins(
  kind: StoredKind,
  source: string,
  rows: readonly OriginRow[],
): RowsQuery<number> {
  return countWrittenRows(sql`insert into origin as o (kind, id, source, hash, stored_hash)
  select ${text(kind)}, i.id, ${bigint(source)}, i.hash, nullif(s.hash, i.hash)
  from jsonb_to_recordset(${json(rows)}) as i (id uuid, hash uuid)
  join (
    ${storedRows[kind]}
  ) s on s.id = i.id
  on conflict (kind, id) do update
    set source = excluded.source, hash = excluded.hash, stored_hash = excluded.stored_hash
    where (o.source, o.hash, o.stored_hash) is distinct from (excluded.source, excluded.hash, excluded.stored_hash)
  returning 1`);
}

/** Reads whether any edit was read by a former import. */
export function hasRecordedEdits(): RowsQuery<boolean> {
  return rowExistsQuery(sql`select 1
from origin o
where o.kind = 'edit'
limit 1`);
}

/** Finds which of these edits were read by a former import. */
export function findRecordedEdits(ids: readonly string[]): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_json(o.id)::text
-- A join, because with a condition on the list every row is compared as long as the table has no statistics.
from unnest(${uuidArray(ids)}) as i (id)
join origin o
  on o.kind = 'edit'
  and o.id = i.id`,
    z.string(),
  );
}

/**
 * Records that edits were read. Edits have no hash, so their ids are stored as hashes.
 * @returns the number of edits that were not recorded before
 */
export function recordEdits(source: string, ids: readonly string[]): RowsQuery<number> {
  return countWrittenRows(sql`insert into origin (kind, id, source, hash)
  select 'edit', i.id, ${bigint(source)}, i.id
  from unnest(${uuidArray(ids)}) as i (id)
  on conflict (kind, id) do nothing
  returning 1`);
}

/** Deletes the origins of rows. @returns the number of deleted origins */
export function removeOrigins(kind: OriginKind, ids: readonly string[]): RowsQuery<number> {
  return countWrittenRows(sql`delete from origin o
  using unnest(${uuidArray(ids)}) as i (id)
  where o.kind = ${text(kind)}
    and o.id = i.id
  returning 1`);
}

/** Counts the rows that came from another source than this one. */
export function countOtherOrigins(source: string): RowsQuery<number> {
  return oneRow(
    sql`select count(*)::text
from origin o
where o.source <> ${bigint(source)}`,
    z.number(),
  );
}

/** Records this source as the source of all rows. @returns the number of changed rows */
export function replaceSource(source: string): RowsQuery<number> {
  return countWrittenRows(sql`update origin o
  set source = ${bigint(source)}
  where o.source <> ${bigint(source)}
  returning 1`);
}
