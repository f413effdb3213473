-- Whether a caller may have the original of a file: if its metadata has no place, or the caller may read the places of all that holds it.
-- @rule Files: Who gets the original of a file whose metadata has a place?
create function may_read_original(caller integer, of_file uuid, has_place boolean) returns boolean
language plpgsql stable
as $$
begin
  return not coalesce(has_place, true) or may_read_places_of_file(caller, of_file);
end
$$;

-- Whether a caller may read the nodegroups with geometries of each resource instance that holds a file, by a value, a proposal or its history.
-- A resource instance that the caller may not see counts as one whose geometries it may not read.
create function may_read_places_of_file(caller integer, of_file uuid) returns boolean
language plpgsql stable
as $$
declare
  holders uuid[] = array(
    select t.resource_id
    from file_use u
    join tile t on t.tile_id = u.tile_id
    where u.file_id = of_file
    union
    select e.resource_id
    from edit_log e
    where files_of_edit(e.old_value, e.new_value, e.old_provisional_edits, e.new_provisional_edits) @> array[of_file]
  );
  located uuid[] = array(
    select r.resource_id
    from resource r
    where r.resource_id = any (holders)
      and exists (select from node n where n.graph_id = r.graph_id and n.holds = 'geometry')
  );
  readable uuid[] = array(select g.nodegroup_id from readable_nodegroup(caller) g);
  visible uuid[] = array(select v.resource_id from visible_among(caller, located) v);
begin
  return located <@ visible and not exists (
    select
    from resource r
    join node n on n.graph_id = r.graph_id
    where r.resource_id = any (located)
      and n.holds = 'geometry'
      and n.nodegroup_id <> all (readable)
  );
end
$$;
