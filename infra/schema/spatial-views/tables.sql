-- Spatial views: layers for GIS desktops, each made of the features of one node (docs/adr/055-spatial-views.md).

create table spatial_view (
  spatial_view_id uuid primary key,
  -- The names of its views begin with it.
  slug text collate "C" not null,
  schema_name text collate "C" not null,
  description text not null,
  -- No references: a model may lose a node, and the view then says so.
  geometry_node_id uuid not null,
  language_id text not null,
  is_active boolean not null,
  is_mixed_geometry_types boolean not null,
  -- In their order, as they were sent: [{"nodeid": "…", "description": "…"}]
  attribute_nodes jsonb not null,
  -- The coordinate reference system of its geometries, by EPSG code.
  srid integer not null check (srid in (4326, 3857)),
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp()
);

create unique index spatial_view_slug on spatial_view (lower(slug));

-- The columns of a view for its attributes, worked out from the nodes whenever it is made.
create table spatial_view_attribute (
  spatial_view_id uuid not null references spatial_view on delete cascade,
  position integer not null,
  node_id uuid not null,
  -- From the alias of the node; as unique among the columns of its view as SQL wants it.
  column_name text collate "C" not null,
  description text not null,
  primary key (spatial_view_id, position)
);

-- The views that there are, as they were made.
create table spatial_layer.made_view (
  spatial_view_id uuid primary key,
  schema_name text collate "C" not null,
  slug text collate "C" not null,
  is_mixed boolean not null,
  srid integer not null,
  geometry_node_id uuid not null,
  -- Null where the model has lost the node, and never had it.
  graph_id uuid,
  -- The languages of its texts, most wanted first.
  languages text[] not null,
  column_names text[] not null,
  -- Whether its tables have been filled since they were made, and then indexed.
  is_indexed boolean not null default false
);

-- Views with so many features that they are filled after the request that made them: until they are, they show nothing. A view reads it with the
-- rights of its owner.
create table spatial_layer.filling (
  spatial_view_id uuid primary key references spatial_layer.made_view on delete cascade,
  -- The last resource instance that has its rows.
  done_to uuid not null
);

-- What the rows of a view are made of.
create table spatial_layer.view_node (
  spatial_view_id uuid not null references spatial_layer.made_view on delete cascade,
  -- 0 for the geometry, else that of the attribute.
  position integer not null,
  -- target: the node of another tile that an attribute of this position points to.
  role text not null check (role in ('geometry', 'attribute', 'target')),
  node_id uuid not null,
  -- Null where the model has lost the node.
  nodegroup_id uuid,
  -- Whether the rows show it: as it was when they were filled.
  is_shown boolean not null default false,
  text_as text not null,
  -- Whether the value itself is the text, or a text by language: most are.
  is_whole boolean not null,
  each_path jsonpath not null,
  text_paths jsonpath[] not null,
  config jsonb,
  primary key (spatial_view_id, position, role)
);

-- Whoever writes what views are made of holds this lock together with others; whoever makes a view waits until none of them is left, and they
-- wait for him. So he sees all that was written before, and they see the view. It is taken before every other lock. Nothing is ever in this
-- table: only who may enter here can lock it. Advisory locks are anybody's, a reader of spatial views too, and every writer would wait.
create table spatial_layer.lock_of_writers ();

-- The rows of spatial views are kept true: what changes is remembered by statement, and followed once, at the end of the transaction.
-- The tables of a transaction's own rows are emptied all the time, and vacuumed by the number of dead rows alone.

-- What has changed in this transaction. No row of these tables outlives its transaction: nobody sees those of another one.
create unlogged table spatial_layer.change (
  -- tile: one of a resource instance; target: a tile that others may point to; name: of a resource instance; resource: whether it is shown, or
  -- there; concept: by the id of it or of a value; model: a node of a view; rights: those of the group; all: of all views.
  kind text not null,
  id uuid not null,
  nodegroup_id uuid
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Whether a transaction still has to follow its changes.
create unlogged table spatial_layer.pending (
  transaction_id xid8 primary key
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Which resource instances take a text from a tile, of whatever resource instance. There are few: of the nodes that point to others.
create table spatial_layer.pointer (
  tile_id uuid not null,
  resource_id uuid not null,
  primary key (tile_id, resource_id)
);

create index pointer_resource on spatial_layer.pointer (resource_id);
