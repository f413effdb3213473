-- The resource models: ontologies, graphs, nodegroups, nodes and cards.

create table language (
  language_id text primary key,
  direction text not null default 'ltr' check (direction in ('ltr', 'rtl'))
);

create table ontology (
  ontology_id uuid primary key,
  name text not null,
  version text not null,
  document jsonb not null
);

create table ontology_class (
  ontology_id uuid not null references ontology on delete cascade,
  class_uri text collate "C" not null,
  document jsonb not null,
  primary key (ontology_id, class_uri)
);

create table ontology_property (
  ontology_id uuid not null references ontology on delete cascade,
  property_uri text collate "C" not null,
  document jsonb not null,
  primary key (ontology_id, property_uri)
);

create table graph (
  graph_id uuid primary key,
  publication_id uuid not null,
  slug text collate "C" unique,
  name jsonb not null,
  is_resource_model boolean not null,
  ontology_id uuid,
  -- The platform keeps its own settings as a resource of this well-known graph; they are never public data.
  is_system_settings boolean not null
    generated always as (graph_id = 'ff623370-fa12-11e6-b98b-6c4008b05c4c') stored,
  -- The graph as it was read, so that nothing of a model is lost that the service does not use.
  source jsonb not null,
  -- Whoever reads a part of a model is not shown the ids of the rest. To find them in the source takes longer than to read it.
  mentioned_ids uuid[] not null
    generated always as (ids_within(source::text)) stored
);

-- A compiled graph, one document under an id that names its content: functions keep it in memory by that id.
create table publication (
  publication_id uuid primary key,
  graph_id uuid not null references graph on delete cascade deferrable initially deferred,
  document text not null,
  published_at timestamptz not null default clock_timestamp(),
  -- What of it names are made by (names/sources.sql).
  naming jsonb generated always as (naming_of(document)) stored
);

-- depth and model_position give tiles their stable order: depth, order of the model, sort order, id.
create table nodegroup (
  nodegroup_id uuid primary key,
  graph_id uuid not null references graph on delete cascade,
  parent_nodegroup_id uuid references nodegroup on delete cascade deferrable initially deferred,
  cardinality text not null check (cardinality in ('1', 'n')),
  depth integer not null,
  model_position integer not null,
  -- A card that is not visible hides its nodegroup and every nodegroup below.
  is_hidden boolean not null
);

-- The permission rules walk from a graph to its nodegroups.
create index nodegroup_graph on nodegroup (graph_id);

-- no_access reaches the nodegroups below.
create index nodegroup_parent on nodegroup (parent_nodegroup_id) where parent_nodegroup_id is not null;

create table node (
  node_id uuid primary key,
  graph_id uuid not null references graph on delete cascade,
  nodegroup_id uuid references nodegroup on delete cascade deferrable initially deferred,
  parent_node_id uuid references node on delete cascade deferrable initially deferred,
  ontology_property text,
  ontology_class text,
  name jsonb not null,
  alias text,
  datatype text not null,
  field_name text,
  -- What its values are called in GeoJSON properties: the field name, else a name derived from the node's name.
  property_name text not null,
  config jsonb not null,
  is_required boolean not null,
  is_exportable boolean not null,
  model_position integer not null,
  -- What a value holds is a property of its datatype, and stands with the node: no statement and no trigger asks for the name of a
  -- datatype. The import of a model and "hds migrate" write it from the registry of datatypes.
  holds text,
  -- SQL/JSON paths to the parts of a value that count where values are to be unique; null where the value itself does.
  compared_by jsonpath[],
  -- What its configuration names, as mentioned_ids of the graph.
  mentioned_ids uuid[] not null
    generated always as (ids_within(config::text)) stored,
  -- How its values stand in a column of a spatial view: {"as": "…", "each": path, "texts": [path]}, as its datatype says (the type
  -- ColumnText); null where they stand as they are written. Imports of models and "hds migrate" write it.
  column_text jsonb
);

create index node_graph on node (graph_id);

-- Tile triggers ask which nodes of a nodegroup hold geometry or references.
create index node_nodegroup on node (nodegroup_id, holds);

-- Which nodes hold geometries is asked at every request, and they are few.
create index node_with_geometry on node (node_id) where holds = 'geometry';

-- The nodegroups in which a node was before: their tiles may still hold values of it, and so may the edit log. Whoever may read such a value
-- may read both nodegroups, this one and that of the node (docs/adr/061-values-out-of-place.md). Imports of models write it.
create table former_nodegroup (
  nodegroup_id uuid not null references nodegroup on delete cascade,
  node_id uuid not null references node on delete cascade,
  primary key (nodegroup_id, node_id)
);

create index former_nodegroup_node on former_nodegroup (node_id);

create table card (
  card_id uuid primary key,
  graph_id uuid not null references graph on delete cascade,
  nodegroup_id uuid not null references nodegroup on delete cascade,
  name jsonb not null,
  is_visible boolean not null,
  sort_order integer
);

-- The nodes of which tiles of a nodegroup may hold values: its own, and those that were in it before.
create view held_node as
select n.nodegroup_id, n.node_id, n.holds
from node n
where n.nodegroup_id is not null
union all
select f.nodegroup_id, n.node_id, n.holds
from former_nodegroup f
join node n on n.node_id = f.node_id
where n.nodegroup_id is distinct from f.nodegroup_id;
