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
