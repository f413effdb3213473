-- The values of tiles by which resource instances are searched (docs/adr/087-searching-by-values.md). A row only proposes a candidate: the
-- tile is compared again, so an outdated row costs time, but never shows anything. The entries depend on no datatype, so that no row changes
-- with a model. No table has a foreign key to tile, because locking each new tile would take longer than writing the rows.

-- The numbers of nodes in the entries. A number is a quarter of the size of an id, and stays with the id of its node: a node that was
-- removed may come back, and its tiles keep their entries.
create table entry_node (
  entry_node_id integer generated always as identity primary key,
  node_id uuid not null unique
);

-- For the keys of the values of a tile.
create index entry_node_key on entry_node ((node_id::text));

-- The ids in values: concept values, resource instances, options, and booleans.
create table id_entry (
  entry_node_id integer not null,
  -- The number of the set of grants that groups have for the resource instance, 0 without grants. Null if it is unknown: nobody finds the row.
  grant_set_number integer,
  entry_value uuid not null,
  resource_id uuid not null,
  tile_id uuid not null
);

-- For reading. The nodes are those that the caller may read, and the sets of grants those with which the caller sees resource instances, so
-- that closed values are skipped within the index. It ends with the resource instance, because conditions are combined by it.
create index id_entry_value on id_entry (entry_value, entry_node_id, grant_set_number, resource_id);

-- For replacing the entries of a tile.
create index id_entry_tile on id_entry (resource_id, tile_id);

create table number_entry (
  entry_node_id integer not null,
  grant_set_number integer,
  entry_value numeric not null,
  resource_id uuid not null,
  tile_id uuid not null
);

-- As id_entry_value.
create index number_entry_value on number_entry (entry_node_id, grant_set_number, entry_value, resource_id);

create index number_entry_tile on number_entry (resource_id, tile_id);

-- The days that a date may mean (infra/schema/resources/extended-dates.sql).
create table date_entry (
  entry_node_id integer not null,
  grant_set_number integer,
  lower bigint not null,
  upper bigint not null,
  resource_id uuid not null,
  tile_id uuid not null
);

-- As id_entry_value. A range overlaps another one if it ends after the other begins, which the index finds, and begins before the other ends,
-- which is compared within the index.
create index date_entry_range on date_entry (entry_node_id, grant_set_number, upper, lower, resource_id);

create index date_entry_tile on date_entry (resource_id, tile_id);

-- The words of a tile.
create table word_entry (
  grant_set_number integer,
  resource_id uuid not null,
  tile_id uuid not null,
  words tsvector not null
);

create index word_entry_words on word_entry using gin (words);

create index word_entry_tile on word_entry (resource_id, tile_id);
