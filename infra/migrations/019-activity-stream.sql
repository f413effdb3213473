-- What reading the activity stream needs besides its rows: what a deletion leaves behind of grants, the size of a page, and indexes
-- for the filtered collections. The pages of the stream itself are ranges of the primary key.

-- Of a deletion: whether the resource instance had grants of its own. They are gone with it, and with them the answer to the question
-- who may know of it; so all that the stream has of it up to then is for administrators alone (docs/adr/045-the-activity-stream.md).
alter table activity
  add column had_grants boolean not null default false check (not had_grants or activity_type = 'Delete');

-- Whether a resource instance has grants of its own. Volatile, so that it sees what was granted while the lock of the resource instance
-- was waited for: nothing can be granted from then on.
create function has_own_grants(asked uuid) returns boolean
language plpgsql volatile
as $$
begin
  return exists (select from resource_grant g where g.resource_id = asked);
end
$$;

-- How many items a page of the stream has. It is remembered when the first migration runs, and may be changed only while the stream is empty:
-- otherwise the pages that harvesters have seen would come to mean other items.
create function history_page_size() returns integer
language sql stable
begin atomic
  select coalesce((select s.value::integer from setting s where s.name = 'history_page_size'), 100);
end;

-- Whether an item is of something that was deleted since, and whether that is closed to all but administrators: the next entry of each of
-- these after an ordinal tells. Both hold deletions only, so that they are small, and nothing else has to be written into them.
create index activity_deletion on activity (resource_id, ordinal) where activity_type = 'Delete';
create index activity_closed_deletion on activity (resource_id, ordinal) where had_grants;

-- The filtered collections: each combination of filters is a range of one of these, in the order of the stream.
create index activity_of_graph on activity (graph_id, activity_type, ordinal);
create index activity_of_type on activity (activity_type, ordinal);
-- The first item since a time. Times never go back, so what follows is a range of ordinals.
create index activity_end_time on activity (end_time, ordinal);
