-- Names follow what they are made of: each text is stored with what it was made of (descriptor_basis of resource), and what changes leaves one
-- mark, whatever the number of names that contain it (docs/adr/008-names-with-their-sources.md).

-- Who is named after whom: the bases of all resource instances, turned round. A table rather than an index on the basis: its key
-- gives the next two hundred of ten thousand at the price of two hundred, and the row of a resource instance stays out of it.
create table name_source (
  -- A concept, a value of it, or a resource instance; there or not.
  source_id uuid not null,
  resource_id uuid not null references resource on delete cascade,
  -- Whether it is a resource instance whose name is part of this one's name, so that it is part of names further on.
  in_name boolean not null,
  primary key (source_id, resource_id) include (in_name)
);

-- A new basis replaces the one before; and names are followed down to those that they contain.
create index name_source_resource on name_source (resource_id);

-- What has changed and is still to be followed by names: one row for each cause.
create table name_mark (
  -- concept: its labels; resource: its name; graph: its templates and nodes; languages: there is another one.
  -- name: the texts of this one resource instance, whose sources changed while they were computed.
  kind text collate "C" not null check (kind in ('concept', 'graph', 'languages', 'name', 'resource')),
  cause_id uuid not null,
  -- Another one each time that the cause changes: whoever settles a mark takes away the one that he has read, and no newer one.
  token uuid not null,
  marked_at timestamptz not null default clock_timestamp(),
  -- The last one, by id, of those that follow already.
  settled_to uuid,
  -- Whether all are computed, also those that need it by no rule.
  is_whole boolean not null default false,
  primary key (kind, cause_id)
);

-- Marks are settled in the order in which they came.
create index name_mark_order on name_mark (marked_at);

-- Nothing is ever in this table: it is locked by those alone who may write it.
create table lock_of_names ();
