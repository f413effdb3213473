// The typed tables of values that the successor of the reference platform has (facts on searching, 6.1), filled from the same tiles: a row for
// each value, with the names of its model and node, and the indexes that are described there. They know no rights.

const columns = `tileid uuid not null,
  resourceinstanceid uuid not null,
  graph_slug text not null,
  node_alias text not null,
  datatype text not null`;

const table = (name: string, values: string, rows: string): string =>
  `create table peer.${name} (
  ${columns},
  ${values}
);
insert into peer.${name}
${rows}`;

/** A value of some datatypes, with its node. */
const valuesOf = (datatypes: readonly string[], columnList: string, more: string): string =>
  `select v.tile_id, v.resource_id, v.slug, v.alias, v.datatype, ${columnList}
from (
  select t.tile_id, t.resource_id, g.slug, n.alias, n.datatype, t.data -> n.node_id::text as value
  from tile t
  join node n on n.nodegroup_id = t.nodegroup_id
  join graph g on g.graph_id = n.graph_id
  where n.datatype in ('${datatypes.join("', '")}')
) v
${more}`;

const idsOfTable = (name: string): readonly string[] => [
  `create index on peer.${name} (graph_slug, node_alias, resourceinstanceid, tileid)`,
  `create index on peer.${name} (tileid)`,
  `create index on peer.${name} (resourceinstanceid)`,
];

const valueIndexes = (name: string): readonly string[] => [
  `create index on peer.${name} (graph_slug, node_alias, value)`,
  `create index on peer.${name} (graph_slug, node_alias, tileid, value)`,
  `create index on peer.${name} (value)`,
  ...idsOfTable(name),
];

const uuidTable = table(
  'uuids',
  'value uuid not null',
  [
    valuesOf(['concept-list'], 'i.entry_value', 'cross join lateral id_of_value(v.value) i'),
    valuesOf(
      ['concept-list'],
      'c.concept_id',
      'cross join lateral id_of_value(v.value) i\njoin concept_value c on c.value_id = i.entry_value',
    ),
    valuesOf(
      ['domain-value', 'resource-instance', 'resource-instance-list'],
      'i.entry_value',
      'cross join lateral id_of_value(v.value) i',
    ),
  ].join('\nunion all\n'),
);

const termTable = table(
  'terms',
  `value text not null,
  search_vector tsvector generated always as (to_tsvector('simple', value)) stored`,
  [
    valuesOf(['string'], `v.value -> 'en' ->> 'value'`, ''),
    valuesOf(
      ['concept-list'],
      'c.value',
      'cross join lateral id_of_value(v.value) i\njoin concept_value c on c.value_id = i.entry_value',
    ),
  ].join('\nunion all\n'),
);

/** Creates and fills the tables. */
export const peerStatements: readonly string[] = [
  'create extension if not exists btree_gin',
  'create schema peer',
  ...uuidTable.split(';\n'),
  ...valueIndexes('uuids'),
  ...table(
    'numerics',
    'value numeric not null',
    valuesOf(['number'], 'v.value::numeric', "where jsonb_typeof(v.value) = 'number'"),
  ).split(';\n'),
  ...valueIndexes('numerics'),
  ...table(
    'date_ranges',
    'start_value bigint not null,\n  end_value bigint not null',
    valuesOf(['edtf'], 'd.lower, d.upper', "cross join lateral date_ranges(v.value #>> '{}') d"),
  ).split(';\n'),
  'create index on peer.date_ranges (graph_slug, node_alias, start_value, end_value)',
  'create index on peer.date_ranges (graph_slug, node_alias, end_value)',
  'create index on peer.date_ranges (graph_slug, node_alias, tileid, start_value)',
  ...idsOfTable('date_ranges'),
  ...termTable.split(';\n'),
  'create index on peer.terms using gin (graph_slug, node_alias, value gin_trgm_ops)',
  'create index on peer.terms using gin (search_vector)',
  'create index on peer.terms (graph_slug, node_alias, md5(value))',
  ...idsOfTable('terms'),
  ...table(
    'geometries',
    'geom geometry not null',
    `select f.tile_id, f.resource_id, g.slug, n.alias, n.datatype, f.geometry
from feature f
join node n on n.node_id = f.node_id
join graph g on g.graph_id = n.graph_id`,
  ).split(';\n'),
  'create index on peer.geometries using gist (geom)',
  'create index on peer.geometries using gist ((geom::geography))',
  ...idsOfTable('geometries'),
  'grant usage on schema peer to public',
  'grant select on all tables in schema peer to public',
];
