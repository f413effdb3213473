-- Spatial views are layers for GIS desktops, each with the features of one node (docs/adr/055-spatial-views.md).

create table spatial_view (
  spatial_view_id uuid primary key,
  -- The prefix of the names of its views.
  slug text collate "C" not null,
  schema_name text collate "C" not null,
  description text not null,
  -- Not a foreign key: if the model loses the node, the view reports a problem.
  geometry_node_id uuid not null,
  language_id text not null,
  is_active boolean not null,
  is_mixed_geometry_types boolean not null,
  -- As sent, in order: [{"nodeid": "…", "description": "…"}]
  attribute_nodes jsonb not null,
  -- The EPSG code of its geometries.
  srid integer not null check (srid in (4326, 3857)),
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp()
);

create unique index spatial_view_slug on spatial_view (lower(slug));

-- The attribute columns of a view, determined from the nodes when it is created.
create table spatial_view_attribute (
  spatial_view_id uuid not null references spatial_view on delete cascade,
  position integer not null,
  node_id uuid not null,
  -- From the alias of the node, made unique within the view.
  column_name text collate "C" not null,
  description text not null,
  primary key (spatial_view_id, position)
);

-- The existing views, with the settings with which they were created.
create table spatial_layer.made_view (
  spatial_view_id uuid primary key,
  schema_name text collate "C" not null,
  slug text collate "C" not null,
  is_mixed boolean not null,
  srid integer not null,
  geometry_node_id uuid not null,
  -- Null if the model never had the node.
  graph_id uuid,
  -- The languages of its texts, in order of preference.
  languages text[] not null,
  column_names text[] not null,
  -- Whether its tables have been filled and indexed.
  is_indexed boolean not null default false
);

-- Views with too many features for one request. They are filled later, and show no rows until then. Every view reads this table, with the
-- rights of its owner.
create table spatial_layer.filling (
  spatial_view_id uuid primary key references spatial_layer.made_view on delete cascade,
  -- The last resource instance, in the order of ids, whose rows are filled.
  done_to uuid not null
);

-- The nodes from which the rows of a view are computed.
create table spatial_layer.view_node (
  spatial_view_id uuid not null references spatial_layer.made_view on delete cascade,
  -- 0 for the geometry, otherwise the position of the attribute.
  position integer not null,
  -- target: a node of another tile, to which the attribute at this position points.
  role text not null check (role in ('geometry', 'attribute', 'target')),
  node_id uuid not null,
  -- Null if the model has lost the node.
  nodegroup_id uuid,
  -- Whether its values were readable when the rows were filled.
  is_shown boolean not null default false,
  text_as text not null,
  -- Whether the value itself is a text or a text by language, as most are.
  is_whole boolean not null,
  each_path jsonpath not null,
  text_paths jsonpath[] not null,
  config jsonb,
  primary key (spatial_view_id, position, role)
);

-- Writers of data that views show hold this lock in shared mode. Creating a view waits for all of them and blocks new ones, so it sees
-- everything written before, and later writers see the view. It is taken before every other lock. The table is always empty. Only roles
-- with rights on the schema can lock it. Advisory locks are no alternative: every reader of spatial views could hold them and block all
-- writers.
create table spatial_layer.lock_of_writers ();

-- Changes are recorded by statement triggers and applied to the rows of spatial views once, at the end of the transaction.

-- The changes of the current transaction. Rows never outlive their transaction, so no other transaction sees them. Vacuum depends on the
-- number of dead rows alone, because these tables are usually empty.
create unlogged table spatial_layer.change (
  -- tile: a tile of a resource instance; target: a tile that others may point to; name: the name of a resource instance; resource: its
  -- existence or visibility; concept: the id of a concept or value; model: a node of a view; rights: rights of the group; all: affects all
  -- views.
  kind text not null,
  id uuid not null,
  nodegroup_id uuid
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The transactions that still have to apply their changes.
create unlogged table spatial_layer.pending (
  transaction_id xid8 primary key
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The resource instances with rows that show a text of another tile, to which one of their nodes points. There are few.
create table spatial_layer.pointer (
  tile_id uuid not null,
  resource_id uuid not null,
  primary key (tile_id, resource_id)
);

create index pointer_resource on spatial_layer.pointer (resource_id);
