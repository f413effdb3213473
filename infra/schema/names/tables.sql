-- Each text is stored with its sources (descriptor_basis of resource). A changed source adds a single mark, for all names that contain it
-- (docs/adr/008-names-with-their-sources.md).

-- The sources of all bases, indexed by source. It is a table instead of an index on the basis: reading the next 200 of 10,000 dependants reads
-- only 200 rows, and no rows of resource instances.
create table name_source (
  -- A concept, a concept value or a resource instance, which may be missing.
  source_id uuid not null,
  resource_id uuid not null references resource on delete cascade,
  -- Whether the source is a resource instance whose name is part of the name, so that it is also part of names that contain this one.
  in_name boolean not null,
  primary key (source_id, resource_id) include (in_name)
);

-- For replacing the sources of a resource instance, and for finding the names inside a name.
create index name_source_resource on name_source (resource_id);

-- Changed sources whose dependent names are not recomputed yet: one row for each cause.
create table name_mark (
  -- concept: its labels; resource: its name; graph: its templates and nodes; languages: a new language; name: the texts of this resource
  -- instance, whose sources changed while they were computed.
  kind text collate "C" not null check (kind in ('concept', 'graph', 'languages', 'name', 'resource')),
  cause_id uuid not null,
  -- Changes each time the cause changes, so that a process deletes only the mark that it has read.
  token uuid not null,
  marked_at timestamptz not null default clock_timestamp(),
  -- The last recomputed resource instance, in the order of ids.
  settled_to uuid,
  -- Whether to recompute all names, even those that no rule finds.
  is_whole boolean not null default false,
  primary key (kind, cause_id)
);

-- The oldest mark is processed first.
create index name_mark_order on name_mark (marked_at);

-- An empty table that serves as a lock. Only roles with the right to write it can lock it.
create table lock_of_names ();
