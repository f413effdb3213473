-- Each text is stored with its sources (descriptor_basis of resource). A changed source adds a single mark, for all names that contain it
-- (docs/adr/008-names-stored-updated-searched.md).

-- The sources of all bases, indexed by source. This is a table and not an index on the basis, so that finding the next 200 of 10,000
-- dependants reads only 200 rows, and no rows of resource instances.
create table name_source (
  -- A concept, a concept value or a resource instance, which may be missing.
  source_id uuid not null,
  resource_id uuid not null references resource on delete cascade,
  -- Whether the source is a resource instance whose name is in the name of resource_id, and so also in each name that contains that name.
  in_name boolean not null,
  primary key (source_id, resource_id) include (in_name)
);

-- For replacing the sources of a resource instance, and for finding the names inside a name.
create index name_source_resource on name_source (resource_id);

-- For searching, the sets of nodegroups from which names are built. A set also has the groups to which grants close the resource instances
-- with these names. Whoever may read all nodegroups of a set and is in none of its groups may be shown these names. A row is never changed.
-- Two transactions that add the same set both store it, because waiting for each other could end in a deadlock.
create table source_set (
  -- Computed by closed_set_id(open_set_id, closed_groups); without groups it is open_set_id.
  source_set_id uuid not null,
  graph_id uuid not null references graph on delete cascade,
  nodegroup_ids jsonb not null,
  -- In ascending order.
  closed_groups integer[] not null,
  -- The id of the set without groups: source_set_id(graph_id, nodegroup_ids)
  open_set_id uuid not null
);

-- For finding out which sets are missing.
create index source_set_source_set_id on source_set (source_set_id);

-- For searching, the entries of names. They are only candidates: each is compared with the name that the caller is shown.
create table name_entry (
  -- Whether the entry is a whole name. Otherwise it is the rest of a name from a later word on.
  is_whole boolean not null,
  -- Folded for searching.
  entry text collate "C" not null,
  resource_id uuid not null,
  source_set_id uuid not null,
  -- Serves prefixes in the order of matches. With the set, entries that the caller may not read are skipped within the index.
  primary key (is_whole, entry, resource_id, source_set_id)
);

-- For replacing the entries of a resource instance.
create index name_entry_resource on name_entry (resource_id);

-- The words with which entries begin, for finding similar words. A word may be stored twice, for the same reason as a set in source_set. A
-- word stays when its last entry is deleted, because counting entries would make writers wait for each other.
create table name_word (
  word text collate "C" not null
);

-- For finding out which words are missing.
create index name_word_word on name_word (word);

-- For similar words.
create index name_word_similar on name_word using gin (word gin_trgm_ops);

-- Changed sources whose dependent names are not recomputed yet: one row for each cause.
create table name_mark (
  -- concept: its labels; resource: its name; graph: its templates and nodes, or the default language; languages: a new language; name: the texts of the resource
  -- instance cause_id, whose sources changed while they were computed.
  kind text collate "C" not null check (kind in ('concept', 'graph', 'languages', 'name', 'resource')),
  cause_id uuid not null,
  -- Changes each time the cause changes, so that a process deletes only the mark that it has read.
  token uuid not null,
  marked_at timestamptz not null default clock_timestamp(),
  -- The last recomputed resource instance, in the order of ids.
  settled_to uuid,
  -- For a graph: whether to recompute the names of all its resource instances, also those whose sources are unchanged.
  is_whole boolean not null default false,
  primary key (kind, cause_id)
);

-- The oldest mark is processed first.
create index name_mark_order on name_mark (marked_at);

-- An empty table that serves as a lock. Only roles with the right to write it can lock it.
create table lock_of_names ();
