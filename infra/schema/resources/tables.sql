-- Resource instances, tiles, and relations between resource instances.

create table resource (
  resource_id uuid not null,
  graph_id uuid not null references graph,
  legacy_id text,
  -- Increases with every change of the resource instance or its tiles; part of the ETag.
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  -- By language and kind: a text with the ids from which it was built, which decide who may read it: {"en-US": {"name": {"value": "…",
  -- "nodegroups": ["…"], "resources": ["…"]}}}
  descriptors jsonb not null default '{}',
  -- The accounts that proposed it, as long as it consists only of proposals; only they and reviewers may see it. Otherwise null.
  proposed_by integer[],
  -- By account, the number of changes that affected only its proposals, and the time of the last one; the same by the nodegroups of the
  -- changed tiles: {"3": {"count": 2, "at": "…", "nodegroups": {"… …": {"count": 2, "at": "…"}}}}.
  -- version includes them; visible_version subtracts those that a caller may not see.
  proposal_changes jsonb,
  -- Null for imports.
  created_by integer references account on delete set null,
  -- The sources of its texts by kind, with their state at that time; null if it has no texts.
  -- {"name": {"publication": id, "languages": [tag], "values": {id: state}, "concepts": [id], "resources": {id: state}}}
  -- A state is a hash of everything that a text takes from the source; null if the source was missing.
  descriptor_basis jsonb,
  -- GET /resources/ needs only these columns to decide visibility, so it uses an index-only scan.
  primary key (resource_id) include (graph_id, proposed_by)
);

-- For listing a model in id order with an index-only scan.
create index resource_graph on resource (graph_id, resource_id) include (proposed_by);

-- For imports, which find the resource instances of references by their ids in another system.
create index resource_legacy on resource using hash (legacy_id) where legacy_id is not null;

create table tile (
  tile_id uuid primary key,
  resource_id uuid not null references resource on delete cascade deferrable initially deferred,
  nodegroup_id uuid not null references nodegroup,
  parent_tile_id uuid references tile on delete cascade deferrable initially deferred,
  sort_order integer,
  data jsonb not null,
  provisional_edits jsonb,
  -- Whether the tile consists only of proposals: data has no value, and only their authors and reviewers may see it.
  is_proposed boolean not null default false,
  check (not is_proposed or provisional_edits is not null)
);

-- For reading a whole resource instance.
create index tile_resource on tile (resource_id, nodegroup_id);

-- For model changes and counts per nodegroup.
create index tile_nodegroup on tile (nodegroup_id);

-- For the cascade to child tiles.
create index tile_parent on tile (parent_tile_id) where parent_tile_id is not null;

-- Relations between resource instances. A relation is pending while one of its ends does not exist. Its row does not change when the
-- missing end is created.
create table resource_relation (
  relation_id uuid primary key,
  from_resource_id uuid not null,
  to_resource_id uuid not null,
  relationship_type text,
  inverse_relationship_type text,
  notes text,
  date_started text,
  date_ended text,
  -- Set if the relation is the value of a node.
  tile_id uuid references tile on delete cascade,
  node_id uuid references node on delete cascade
);

create index resource_relation_from on resource_relation (from_resource_id);

create index resource_relation_to on resource_relation (to_resource_id);

create index resource_relation_tile on resource_relation (tile_id) where tile_id is not null;

-- For the page of a concept, the tiles with ids of concept values. The rows are only candidates: each is compared with the values of its
-- tile. Any text in a tile that is a UUID has a row, so that the table does not depend on the model. It has no foreign key, because locking
-- the referenced rows would take longer than writing the row.
create table concept_use (
  value_id uuid not null,
  nodegroup_id uuid not null,
  tile_id uuid not null
);

-- For reading, which stops after some rows and skips nodegroups that the caller may not read. Without the id of the tile, its entries for a
-- frequent value are stored once, so it has a tenth of the size.
create index concept_use_value on concept_use (value_id, nodegroup_id);

-- For replacing the rows of a tile.
create index concept_use_tile on concept_use (tile_id);

-- The keys of requests with the header Idempotency-Key, so that a repeated request does not create a second resource instance.
create table idempotency_key (
  account_id integer not null references account on delete cascade,
  idempotency_key text not null,
  -- Reusing the key for another request is an error of the client.
  request_hash text not null,
  resource_id uuid not null,
  tile_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, idempotency_key)
);

-- Each new key deletes old keys.
create index idempotency_key_created_at on idempotency_key (created_at);
