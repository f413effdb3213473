-- The entries of values without tiles, and folded texts in place of lists of words: their tables and indexes become smaller than those of
-- tiles. They also serve the uses of concepts, so each concept value is stored once. They are computed in batches after the migration. Until
-- then, a search by values is refused, and the users of a concept are looked for among the resource instances one by one.
drop table concept_use, id_entry, number_entry, date_entry, word_entry;

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

create table word_entry (
  grant_set_number integer,
  resource_id uuid not null,
  folded text collate "C" not null
);

-- It is replaced when the functions are.
create function searched_words(folded text) returns tsvector
language plpgsql immutable
as $$
begin
  return folded::tsvector;
end
$$;

-- The list of words is in the index only, because it takes more room than the text.
create index word_entry_words on word_entry using gin (searched_words(folded));

create index word_entry_resource on word_entry (resource_id);

-- The words of all texts, for parts of words. A word may be stored twice, and stays when its last text is deleted, for the reasons of name_word.
create table entry_word (
  word text collate "C" not null
);

create index entry_word_word on entry_word (word);

-- For the sets of grants of entries.
create index grant_set_number on grant_set (grant_set_number);
