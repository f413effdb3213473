-- For lists in the order of changes: the edits that are changes of tiles, with the nodegroup that decides who may know of them.
create index edit_log_time on edit_log (edited_at, resource_id) include (nodegroup_id)
where tile_id is not null
  and edit_type <> 'tile proposal'
  and not is_closed;
