-- Resource instances, their tiles, and the relations between them.

create table resource (
  resource_id uuid not null,
  graph_id uuid not null references graph,
  legacy_id text,
  -- Counts every change of the resource or its tiles; the ETag is made of it.
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  -- Per language and kind: the text and what it was built from, so that no text shows what its reader may not see:
  -- {"en-US": {"name": {"value": "…", "nodegroups": ["…"], "resources": ["…"]}}}
  descriptors jsonb not null default '{}',
  -- The accounts that proposed it, while it is nothing but proposals: it is there for them and for reviewers alone. Null once something counts.
  proposed_by integer[],
  -- By account, how often its proposals alone were changed, and when last: {"3": {"count": 2, "at": "…"}}. All of them count in version; who
  -- may not see them is told a version without them (visible_version).
  proposal_changes jsonb,
  -- Who made it; imports name nobody.
  created_by integer references account on delete set null,
  -- What its texts were made of, by kind, and in which state that was. Null where it has none.
  -- {"name": {"publication": id, "languages": [tag], "values": {id: state}, "concepts": [id], "resources": {id: state}}}
  -- A state is a hash of all that a text takes from there; null where there was nothing to take.
  descriptor_basis jsonb,
  -- GET /resources/ decides visibility from the id, the graph and the proposers alone: an index-only scan.
  primary key (resource_id) include (graph_id, proposed_by)
);

-- The list of a model in id order is an index-only scan.
create index resource_graph on resource (graph_id, resource_id) include (proposed_by);

create table tile (
  tile_id uuid primary key,
  resource_id uuid not null references resource on delete cascade deferrable initially deferred,
  nodegroup_id uuid not null references nodegroup,
  parent_tile_id uuid references tile on delete cascade deferrable initially deferred,
  sort_order integer,
  data jsonb not null,
  provisional_edits jsonb,
  -- Whether it is nothing but proposals: data holds no value then, and the tile is there for their authors and for reviewers alone.
  is_proposed boolean not null default false,
  check (not is_proposed or provisional_edits is not null)
);

-- A resource is read whole.
create index tile_resource on tile (resource_id, nodegroup_id);

-- Model changes and counts per nodegroup.
create index tile_nodegroup on tile (nodegroup_id);

-- Deleting a tile cascades to its children.
create index tile_parent on tile (parent_tile_id) where parent_tile_id is not null;

-- A relation is pending while either end is missing; nothing needs to be settled when it arrives.
create table resource_relation (
  relation_id uuid primary key,
  from_resource_id uuid not null,
  to_resource_id uuid not null,
  relationship_type text,
  inverse_relationship_type text,
  notes text,
  date_started text,
  date_ended text,
  -- Set where the relation is the value of a node.
  tile_id uuid references tile on delete cascade,
  node_id uuid references node on delete cascade
);

create index resource_relation_from on resource_relation (from_resource_id);

create index resource_relation_to on resource_relation (to_resource_id);

create index resource_relation_tile on resource_relation (tile_id) where tile_id is not null;

-- A request that creates something and is sent again under the same key creates nothing more (Idempotency-Key).
create table idempotency_key (
  account_id integer not null references account on delete cascade,
  idempotency_key text not null,
  -- What was asked: the same key with another request is a mistake of the caller's.
  request_hash text not null,
  resource_id uuid not null,
  tile_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, idempotency_key)
);

-- Old keys are taken out by age whenever a new one comes.
create index idempotency_key_created_at on idempotency_key (created_at);
