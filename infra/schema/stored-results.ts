import { int, rawSql, sql, uuid, type Statement } from '../../lib/data-api/sql.ts';
import { storeWidgetsOfNodes, storeWidgetsOfPublications } from './queries/node-widgets.ts';

/** Data that the database stores as the result of functions, and how to rebuild it. */
export type StoredResult = {
  readonly name: string;
  /** The functions that compute it, as `name(`, without the functions that these call. */
  readonly functions: readonly string[];
  /** Migrations after which it is rebuilt in any case. */
  readonly afterMigrations?: readonly string[];
  /** Rebuilds it in the transaction that replaces the functions, so that no request reads outdated data. */
  readonly rebuild?: readonly Statement[];
  /**
   * Rebuilds a batch in its own transaction. The last statement returns the last key of the batch, null if the batch is empty, and the number of keys.
   * @param after the last key of the previous batch, a UUID
   */
  readonly rebuildBatch?: (after: string) => readonly Statement[];
};

/** The name of the result that searching by values reads (infra/schema/values). */
export const entriesOfValues = 'entries of values';

/** Writes the common table expression `batch`, which selects the next keys of a table. */
function selectNextBatch(
  table: 'concept' | 'resource' | 'tile',
  after: string,
  size: number,
): Statement {
  const key = rawSql(`${table}_id`);
  return sql`batch as materialized (
  select t.${key} as key
  from ${rawSql(table)} t
  where t.${key} > ${uuid(after)}
  order by t.${key}
  limit ${int(size)}
)`;
}

/** Locks the resource instances of the next tiles, so that this batch and a change of grants wait for one another. */
function lockResourcesOfTiles(after: string, size: number): Statement {
  return sql`with ${selectNextBatch('tile', after, size)}
select r.resource_id::text
from resource r
where r.resource_id in (
  select t.resource_id
  from batch b
  join tile t on t.tile_id = b.key
)
order by r.resource_id
for no key update of r`;
}

/** Locks the next resource instances, so that this batch and a change of grants wait for one another. */
function lockResources(after: string, size: number): Statement {
  return sql`with ${selectNextBatch('resource', after, size)}
select r.resource_id::text
from batch b
join resource r on r.resource_id = b.key
order by b.key
for no key update of r`;
}

const selectLastKey = sql`select max(b.key::text collate "C"), count(*)
from batch b`;

/**
 * All data that is stored as the result of functions. `functionsWithoutResult` lists trigger functions that store no results.
 * @rule Database and local stack: What is rebuilt when a function changes?
 */
export const storedResults: readonly StoredResult[] = [
  {
    name: 'rights',
    functions: [
      'assign_rights(',
      'compile_rights(',
      'refresh_rights_of_accounts(',
      'refresh_rights_of_groups(',
      'refresh_rights_of_grantees(',
      'refresh_all_rights(',
    ],
    rebuild: [
      sql`select assign_rights(array(select a.account_id from account a))::text`,
      sql`select compile_rights(array(select r.rights_id from rights r))::text`,
    ],
  },
  {
    name: 'columns of models',
    functions: ['ids_within(', 'naming_of('],
    rebuild: [
      sql`update graph set source = source`,
      sql`update node set config = config`,
      sql`update publication set document = document`,
    ],
  },
  {
    name: 'widgets of nodes',
    functions: [],
    afterMigrations: ['034-widgets-of-nodes.sql'],
    rebuild: [storeWidgetsOfNodes, storeWidgetsOfPublications],
  },
  {
    name: 'names',
    functions: [
      'mark_names_of_new_resource(',
      'mark_names_of_changed_resource(',
      'mark_names_of_concept_value(',
      'mark_names_of_graph(',
      'mark_names_of_language(',
      'mark_names_of_default_language(',
    ],
    rebuild: [
      sql`select add_name_mark('graph', g.graph_id)::text
from graph g
where g.is_resource_model`,
    ],
  },
  {
    name: 'sources of names',
    functions: ['add_name_sources(', 'update_name_sources('],
    rebuildBatch: (after) => [
      sql`with ${selectNextBatch('resource', after, 500)},
current_source as materialized (
  select r.resource_id, s.source_id, s.in_name
  from batch b
  join resource r on r.resource_id = b.key
  cross join lateral basis_source(r.descriptor_basis) s
  where r.descriptor_basis is not null
),
deleted as (
  delete from name_source s
  using batch b
  where s.resource_id = b.key
    and not exists (
      select
      from current_source c
      where c.resource_id = s.resource_id
        and c.source_id = s.source_id
    )
),
stored as (
  insert into name_source (source_id, resource_id, in_name)
  select c.source_id, c.resource_id, c.in_name
  from current_source c
  on conflict (source_id, resource_id) do update
    set in_name = excluded.in_name
)
${selectLastKey}`,
    ],
  },
  {
    name: 'entries of names',
    afterMigrations: ['009-entries-of-names.sql', '012-grants-in-sets-of-sources.sql'],
    functions: ['store_name_entries('],
    rebuildBatch: (after) => [
      lockResources(after, 500),
      sql`with ${selectNextBatch('resource', after, 500)}
select store_name_entries(array(select b.key from batch b))::text`,
      sql`with ${selectNextBatch('resource', after, 500)}
${selectLastKey}`,
    ],
  },
  {
    name: 'features and relations',
    afterMigrations: ['028-relations-in-order.sql'],
    functions: ['add_feature(', 'refresh_feature(', 'refresh_tile_relation(', 'geometry_kind('],
    rebuildBatch: (after) => [
      lockResourcesOfTiles(after, 500),
      sql`with ${selectNextBatch('tile', after, 500)},
rebuilt as (
  update tile t
  set data = t.data
  from batch b
  where t.tile_id = b.key
)
${selectLastKey}`,
    ],
  },
  {
    name: 'files of tiles',
    afterMigrations: ['040-files.sql'],
    functions: ['store_file_uses(', 'refresh_file_uses(', 'keep_named_files('],
    rebuildBatch: (after) => [
      lockResourcesOfTiles(after, 2000),
      sql`with ${selectNextBatch('tile', after, 2000)}
select store_file_uses(array(select b.key from batch b))::text`,
      sql`with ${selectNextBatch('tile', after, 2000)}
${selectLastKey}`,
    ],
  },
  {
    name: 'files of edits',
    functions: ['files_of_edit('],
    rebuild: [sql`reindex index edit_log_file`],
  },
  {
    name: 'levels of features',
    functions: ['map_level('],
    rebuild: [sql`reindex index feature_map`],
  },
  {
    name: 'cells and grants of features',
    afterMigrations: ['011-cells-of-features.sql', '013-grants-in-index-of-maps.sql'],
    functions: ['map_cell(', 'grant_set_of('],
    rebuildBatch: (after) => [
      lockResourcesOfTiles(after, 2000),
      sql`with ${selectNextBatch('tile', after, 2000)},
current_feature as materialized (
  select f.gid, map_cell(f.geometry) as map_cell, s.*
  from batch b
  join feature f on f.tile_id = b.key
  cross join lateral grant_set_of(f.resource_id) s
),
added_set as (
  insert into grant_set (grant_set_id, viewing_groups, closed_groups, other_groups)
  select distinct on (c.grant_set_id) c.grant_set_id, c.viewing_groups, c.closed_groups, c.other_groups
  from current_feature c
  where not exists (select from grant_set s where s.grant_set_id = c.grant_set_id)
),
rebuilt as (
  update feature f
  set
    map_cell = c.map_cell,
    grant_set_id = c.grant_set_id
  from current_feature c
  where f.gid = c.gid
    and (f.map_cell, f.grant_set_id) is distinct from (c.map_cell, c.grant_set_id)
)
${selectLastKey}`,
    ],
  },
  {
    name: 'sets of grants of resource instances',
    afterMigrations: ['033-sets-of-grants-of-resources.sql'],
    functions: ['grant_set_number_of('],
    rebuildBatch: (after) => [
      lockResources(after, 1000),
      sql`with ${selectNextBatch('resource', after, 1000)}
select add_grant_sets(array(select b.key from batch b))::text, store_grant_set_numbers(array(select b.key from batch b))::text`,
      sql`with ${selectNextBatch('resource', after, 1000)}
${selectLastKey}`,
    ],
  },
  {
    name: entriesOfValues,
    afterMigrations: ['030-smaller-entries-of-values.sql'],
    functions: [
      'add_value_entries(',
      'update_value_entries(',
      'grant_set_number_of(',
      'searched_words(',
    ],
    rebuildBatch: (after) => [
      // A concurrent write of a tile waits for this batch, or this batch for it.
      lockResources(after, 500),
      sql`with ${selectNextBatch('resource', after, 500)}
select replace_value_entries(array(select b.key from batch b))::text`,
      sql`with ${selectNextBatch('resource', after, 500)}
${selectLastKey}`,
    ],
  },
  {
    name: 'labels as they are searched',
    afterMigrations: ['021-labels-without-apostrophes.sql'],
    functions: ['folded_label(', 'joined_label('],
    rebuildBatch: (after) => [
      sql`with ${selectNextBatch('concept', after, 1000)},
rebuilt as (
  update concept_value v
  set value = v.value
  from batch b
  where v.concept_id = b.key
)
${selectLastKey}`,
    ],
  },
  {
    name: 'spatial views',
    afterMigrations: ['004-views-filled-later.sql', '006-renamed-functions.sql'],
    functions: [
      'spatial_layer.apply_view_definitions(',
      'spatial_layer.record_tile_change(',
      'spatial_layer.record_resource_change(',
      'spatial_layer.record_name_change(',
      'spatial_layer.record_grant_change(',
      'spatial_layer.record_concept_change(',
      'spatial_layer.record_model_change(',
      'spatial_layer.record_rights_change(',
      'spatial_layer.refresh_at_commit(',
    ],
    rebuild: [
      sql`select spatial_layer.recreate_views(m.spatial_view_id)::text
from spatial_layer.made_view m`,
    ],
    rebuildBatch: (after) => [
      // Concurrent writes update a row either before or after this batch.
      sql`select lock_names()::text`,
      sql`with ${selectNextBatch('resource', after, 5000)}
select spatial_layer.refresh_rows(
  array(select m.spatial_view_id from spatial_layer.made_view m),
  array(select b.key from batch b)
)::text`,
      sql`with ${selectNextBatch('resource', after, 5000)}
${selectLastKey}`,
    ],
  },
];

/** Trigger functions whose text does not affect stored data, because they only lock or record changes. */
export const functionsWithoutResult: readonly string[] = [
  'lock_rights(',
  'mark_subject_changed(',
  'refuse_write_during_import(',
  'write_security_line(',
  'set_change_time(',
  'add_name_entries(',
  'update_name_entries(',
  'delete_name_entries(',
  'delete_value_entries(',
  'add_entry_nodes(',
  'move_name_entries(',
  'move_features(',
  'spatial_layer.lock_group_changes(',
  'spatial_layer.lock_as_writer(',
];
