import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { json, sql, uuidArray } from '../../../../../lib/data-api/sql.ts';
import { countWrittenRows } from '../../queries/count-written-rows.ts';

/** A relation between two resource instances that is not a value of a tile. */
export type RelationRow = {
  /** A hash of the content, so that a repeated import finds the same row. */
  readonly relation_id: string;
  readonly from_resource_id: string;
  readonly to_resource_id: string;
  readonly relationship_type: string | null;
  readonly inverse_relationship_type: string | null;
  readonly notes: string | null;
  readonly date_started: string | null;
  readonly date_ended: string | null;
};

/**
 * Inserts relations, even if one or both resource instances are not stored yet.
 * @returns the number of new relations
 */
export function insertResourceRelations(rows: readonly RelationRow[]): RowsQuery<number> {
  return countWrittenRows(sql`insert into resource_relation (
    relation_id, from_resource_id, to_resource_id, relationship_type, inverse_relationship_type, notes, date_started, date_ended
  )
  select
    r.relation_id, r.from_resource_id, r.to_resource_id, r.relationship_type, r.inverse_relationship_type, r.notes,
    r.date_started, r.date_ended
  from jsonb_to_recordset(${json(rows)}) as r (
    relation_id uuid,
    from_resource_id uuid,
    to_resource_id uuid,
    relationship_type text,
    inverse_relationship_type text,
    notes text,
    date_started text,
    date_ended text
  )
  on conflict (relation_id) do nothing
  returning 1`);
}

/** Deletes relations that are not values of tiles. @returns the number of deleted relations */
export function removeResourceRelations(ids: readonly string[]): RowsQuery<number> {
  return countWrittenRows(sql`delete from resource_relation r
  where r.relation_id = any (${uuidArray(ids)})
    and r.tile_id is null
  returning 1`);
}

const relationCountsSchema = z.object({ all: z.number(), pending: z.number() }).readonly();

/** Counts all relations, and the pending ones: those of which a resource instance is not stored. */
export function countRelations(): RowsQuery<z.infer<typeof relationCountsSchema>> {
  return oneRow(
    sql`select jsonb_build_object(
  'all', count(*),
  'pending', count(*) filter (
    where not exists (select from resource f where f.resource_id = r.from_resource_id)
      or not exists (select from resource t where t.resource_id = r.to_resource_id)
  )
)::text
from resource_relation r`,
    relationCountsSchema,
  );
}
