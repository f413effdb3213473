-- For searching, the sets of nodegroups from which names are built. Whoever may read a whole set may be shown these names. A row is
-- never changed. Two transactions that add the same one both store it, because waiting for each other could end in a deadlock.
create table source_set (
  -- source_set_id(graph_id, nodegroup_ids)
  source_set_id uuid not null,
  graph_id uuid not null references graph on delete cascade,
  nodegroup_ids jsonb not null
);

-- For adding those that are missing.
create index source_set_source_set_id on source_set (source_set_id);

-- For searching, the entries of names. They only propose candidates: each is compared with the name that the caller is shown.
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

-- The words with which entries begin, for finding similar ones; some repeatedly, as in source_set. A word stays when its last entry is
-- deleted, because counting entries would let writers wait for each other.
create table name_word (
  word text collate "C" not null
);

-- For adding those that are missing.
create index name_word_word on name_word (word);

-- For similar words.
create index name_word_similar on name_word using gin (word gin_trgm_ops);
