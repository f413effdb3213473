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
  -- Whether it is the well-known graph of the system settings, which are never public.
  is_system_settings boolean not null
    generated always as (graph_id = 'ff623370-fa12-11e6-b98b-6c4008b05c4c') stored,
  -- The graph as imported, so that parts that the service does not use are preserved.
  source jsonb not null,
  -- The ids in the source. Callers who may read only a part of a model must not see the ids of the rest, and finding the ids at each read
  -- would take longer than the read.
  mentioned_ids uuid[] not null
    generated always as (ids_within(source::text)) stored,
  -- The id of the life cycle of its resource instances.
  life_cycle_id uuid
    generated always as (
      case
        when source #>> '{resource_instance_lifecycle,id}' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
          then (source #>> '{resource_instance_lifecycle,id}')::uuid
      end
    ) stored
);

-- The states of the life cycles of resource models, as another platform defines them. A state hides nothing: it only says what may be done
-- with the resource instances that are in it.
create table life_cycle_state (
  life_cycle_state_id uuid primary key,
  life_cycle_id uuid not null,
  -- The name of the life cycle.
  life_cycle_name jsonb not null,
  -- Texts by language.
  name jsonb not null,
  action_label jsonb not null,
  is_initial boolean not null,
  can_edit boolean not null,
  can_delete boolean not null,
  -- The states that usually follow and precede. A reviewer may choose any other.
  next_state_ids uuid[] not null,
  previous_state_ids uuid[] not null
);

create index life_cycle_state_life_cycle on life_cycle_state (life_cycle_id);

-- A compiled graph as one document. Its id identifies its content, so functions cache it by id.
create table publication (
  publication_id uuid primary key,
  graph_id uuid not null references graph on delete cascade deferrable initially deferred,
  document text not null,
  published_at timestamptz not null default clock_timestamp(),
  -- The part from which names are computed (names/sources.sql).
  naming jsonb generated always as (naming_of(document)) stored
);

-- Tiles are ordered by depth, model_position, sort order and id.
create table nodegroup (
  nodegroup_id uuid primary key,
  graph_id uuid not null references graph on delete cascade,
  parent_nodegroup_id uuid references nodegroup on delete cascade deferrable initially deferred,
  cardinality text not null check (cardinality in ('1', 'n')),
  depth integer not null,
  model_position integer not null,
  -- True if its card, or a card of a nodegroup above, is not visible.
  is_hidden boolean not null
);

-- For the permission rules, which look up the nodegroups of a graph.
create index nodegroup_graph on nodegroup (graph_id);

-- For the permission no_access, which also applies to the nodegroups below.
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
  -- The property name in GeoJSON: the field name, or a name derived from the node's name.
  property_name text not null,
  config jsonb not null,
  is_required boolean not null,
  is_exportable boolean not null,
  model_position integer not null,
  -- What the values contain, such as geometries, so that no statement or trigger depends on the names of datatypes. The import of a model
  -- and "hds migrate" write it from the registry of datatypes.
  holds text,
  -- SQL/JSON paths to the parts of a value that are compared for uniqueness; null if the whole value is compared.
  compared_by jsonpath[],
  -- The ids in its configuration, like mentioned_ids of the graph.
  mentioned_ids uuid[] not null
    generated always as (ids_within(config::text)) stored,
  -- How to show its values in a column of a spatial view: {"as": "…", "each": path, "texts": [path]}, the type ColumnText of its datatype;
  -- null for the plain value. Imports of models and "hds migrate" write it.
  column_text jsonb,
  -- Whether forms offer it as a condition.
  is_searchable boolean not null default true,
  -- What its card says about it: {"label": text or texts by language, "isVisible": true, "sortOrder": 0}; null if its card has no widget for
  -- it. Imports of models and "hds migrate" write it.
  widget jsonb
);

create index node_graph on node (graph_id);

-- Triggers of tiles find the nodes with geometries or references.
create index node_nodegroup on node (nodegroup_id, holds);

-- Every request needs the geometry nodes, and there are few.
create index node_with_geometry on node (node_id) where holds = 'geometry';

-- The previous nodegroups of a node. Their tiles and the edit log can still have values of the node. Reading such a value requires the
-- right to read both nodegroups (docs/adr/061-values-out-of-place.md). Imports of models write it.
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

-- The nodes that can have values in tiles of a nodegroup: its own nodes, and those that were moved to another nodegroup.
create view held_node as
select n.nodegroup_id, n.node_id, n.holds
from node n
where n.nodegroup_id is not null
union all
select f.nodegroup_id, n.node_id, n.holds
from former_nodegroup f
join node n on n.node_id = f.node_id
where n.nodegroup_id is distinct from f.nodegroup_id;
