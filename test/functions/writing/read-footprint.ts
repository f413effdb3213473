import type { TestService } from '../../support/service.ts';
import { queryColumn } from '../../support/sample.ts';

/*
 * All rows that a write leaves in the database. Two writes of the same data have the same footprint, although their random ids
 * differ.
 */

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** A query for the rows of a table as JSON texts, ordered by their content. Large values are replaced by their hashes. */
const rowsQuery = (name: string, columns: string, table: string, order: string): string =>
  `select '${name}: ' || to_json(r)::text
   from (select ${columns} from ${table} order by ${order}) r`;

// Rows are ordered by content first, since their ids may be random, and then by id, for ids that the request contains.
const allRowsQuery = [
  rowsQuery(
    'resource',
    'resource_id, graph_id, version, legacy_id, created_by is not null as has_author, descriptors',
    'resource',
    'version, md5(descriptors::text), resource_id',
  ),
  rowsQuery(
    'tile',
    'tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, md5(data::text) as data, provisional_edits',
    'tile',
    'nodegroup_id, md5(data::text), sort_order, tile_id',
  ),
  rowsQuery(
    'edit',
    `transaction_id, resource_id, tile_id, nodegroup_id, edit_type, md5(old_value::text) as old_value,
      account_id is not null as has_author`,
    'edit_log e',
    `edit_type, nodegroup_id, md5(old_value::text),
      (select md5(t.data::text) from tile t where t.tile_id = e.tile_id), resource_id, tile_id`,
  ),
  rowsQuery('activity', 'ordinal, activity_type, resource_id', 'activity', 'ordinal'),
  rowsQuery('counter', 'ordinal', 'activity_counter', 'ordinal'),
  rowsQuery(
    'feature',
    'resource_id, tile_id, node_id, position, geometry_text',
    'feature',
    'geometry_text, resource_id, tile_id',
  ),
  rowsQuery(
    'relation',
    'from_resource_id, to_resource_id, tile_id',
    'resource_relation',
    'to_resource_id, from_resource_id',
  ),
  rowsQuery('key', 'idempotency_key, resource_id, tile_id', 'idempotency_key', 'idempotency_key'),
]
  .map((query) => `(${query})`)
  .join('\nunion all\n');

/** Reads all rows as texts. Random ids are replaced by numbers in the order of their first occurrence. */
export async function readFootprint(service: TestService): Promise<readonly string[]> {
  const texts = await queryColumn(service, allRowsQuery);
  const numberedIds = new Map<string, string>();
  return texts.map((row) =>
    row.replaceAll(uuid, (id) => {
      if (id.startsWith('00000000-')) return id;
      const numberedId = numberedIds.get(id) ?? `drawn ${numberedIds.size + 1}`;
      numberedIds.set(id, numberedId);
      return numberedId;
    }),
  );
}
