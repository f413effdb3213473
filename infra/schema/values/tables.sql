-- The values of tiles by which resource instances are searched (docs/adr/087-searching-by-values.md). A row only proposes a candidate: the
-- tile is compared again, so an outdated row costs time, but never shows anything. The entries depend on no datatype, so that no row changes
-- with a model. No table has a foreign key, because locking referenced rows would take longer than writing the rows. A value that a resource
-- instance has in two tiles has two rows. They have no tile, because its id would take a third of their size: a row is deleted by its value.

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
  resource_id uuid not null,
  entry_value uuid not null
);

-- For reading. The nodes are those that the caller may read, and the sets of grants those with which the caller sees resource instances, so
-- that closed values are skipped within the index. It ends with the resource instance, because conditions and pages are in this order.
create index id_entry_value on id_entry (entry_value, entry_node_id, grant_set_number, resource_id);

-- For deleting and moving the entries of a resource instance, and for those that a grant of the account opens. Equal keys are stored once.
create index id_entry_resource on id_entry (resource_id);

create table number_entry (
  entry_node_id integer not null,
  grant_set_number integer,
  resource_id uuid not null,
  entry_value numeric not null
);

-- As id_entry_value, but without the resource instance: a range of numbers is not in its order, and equal keys are stored once.
create index number_entry_value on number_entry (entry_node_id, grant_set_number, entry_value);

create index number_entry_resource on number_entry (resource_id);

-- The days that a date may mean (infra/schema/resources/extended-dates.sql).
create table date_entry (
  entry_node_id integer not null,
  grant_set_number integer,
  lower bigint not null,
  upper bigint not null,
  resource_id uuid not null
);

-- As number_entry_value. A range overlaps another one if it ends after the other begins, which the index finds, and begins before the other
-- ends, which is compared within the index.
create index date_entry_range on date_entry (entry_node_id, grant_set_number, upper, lower);

create index date_entry_resource on date_entry (resource_id);

-- The folded texts of tiles.
create table word_entry (
  grant_set_number integer,
  resource_id uuid not null,
  folded text collate "C" not null
);

-- The list of words is in the index only, because it takes more room than the text.
create index word_entry_words on word_entry using gin (searched_words(folded));

create index word_entry_resource on word_entry (resource_id);

-- The words of all texts, for parts of words. A word may be stored twice, and stays when its last text is deleted, for the reasons of name_word.
create table entry_word (
  word text collate "C" not null
);

create index entry_word_word on entry_word (word);
