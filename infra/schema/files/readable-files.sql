-- Whether a caller may read a file: by a tile that holds it, or by the history.
-- @rule Files: Who may read a file?
create function may_read_file(caller integer, of_file uuid) returns boolean
language plpgsql stable
as $$
begin
  return may_read_file_of_tile(caller, of_file) or may_read_file_of_history(caller, of_file);
end
$$;

-- Whether a caller may read the value or proposal of a tile that holds a file.
create function may_read_file_of_tile(caller integer, of_file uuid) returns boolean
language plpgsql stable
as $$
declare
  unreadable_nodes text[] = unreadable_moved_nodes(caller);
begin
  return exists (
    -- Materialized: otherwise the planner may check the rights for all tiles before it looks for those with the file.
    with use_of_file as materialized (
      select u.node_id, u.kind, t.nodegroup_id, t.resource_id, t.is_proposed, t.provisional_edits
      from file_use u
      join tile t on t.tile_id = u.tile_id
      where u.file_id = of_file
    )
    select
    from use_of_file u
    where u.node_id::text <> all (unreadable_nodes)
      and may_read_nodegroup(caller, u.nodegroup_id)
      and case u.kind
        when 'value' then not u.is_proposed
        else (u.node_id, of_file) in (
          select p.node_id, p.file_id
          from file_of_proposals(readable_provisional_edits(u.provisional_edits, caller)) p
        )
      end
      and exists (select from visible_among(caller, array[u.resource_id]))
  );
end
$$;

-- Whether a caller may read an edit that names a file, with the values that name it: as the history of a resource instance shows them
-- (lib/queries/resources/resource-history.ts, edit-values.ts).
create function may_read_file_of_history(caller integer, of_file uuid) returns boolean
language plpgsql stable
as $$
declare
  administers boolean = is_administrator(caller);
begin
  return may_read_history(caller) and exists (
    -- Materialized, and so planned for all of its rows: for the first one alone, a plan for any file would read the whole history.
    with naming_edit as materialized (
      select e
      from edit_log e
      where files_of_edit(e.old_value, e.new_value, e.old_provisional_edits, e.new_provisional_edits) @> array[of_file]
    )
    select
    from naming_edit n
    where (administers or may_read_edit(caller, n.e))
      and exists (
        select
        from readable_file_of_edit(caller, administers, n.e) f
        where f.file_id = of_file
      )
  );
end
$$;

-- Whether a caller who is no administrator may read an edit of a tile: of a resource instance that was not deleted since.
create function may_read_edit(caller integer, edit edit_log) returns boolean
language plpgsql stable
as $$
begin
  return not edit.is_closed
    and edit.tile_id is not null
    and may_read_nodegroup(caller, edit.nodegroup_id)
    and exists (select from visible_among(caller, array[edit.resource_id]))
    and not exists (
      select
      from edit_log d
      where d.resource_id = edit.resource_id
        and d.edit_type = 'delete'
        and (
          case
            when d.source_edit_id is not null then d.edited_at >= edit.edited_at
            when edit.source_edit_id is not null then d.edited_at >= edit.edited_at or d.edit_log_id >= edit.edit_log_id
            else d.edit_log_id >= edit.edit_log_id
          end
        )
    );
end
$$;

-- The files in the values of an edit that a caller may read. The values of edits from another platform need a node in a readable nodegroup.
create function readable_file_of_edit(caller integer, administers boolean, edit edit_log)
returns table (file_id uuid)
language plpgsql stable rows 10
as $$
#variable_conflict use_column
declare
  unreadable_nodes text[] = unreadable_moved_nodes(caller);
begin
  return query
    select f.file_id
    from (
      select v.node_id, v.file_id
      from file_of_values(edit.old_value) v
      where administers
        or edit.edit_type not in ('create', 'delete')
      union all
      select v.node_id, v.file_id
      from file_of_values(edit.new_value) v
      where administers
        or edit.edit_type not in ('create', 'delete')
      union all
      select p.node_id, p.file_id
      from file_of_proposals(readable_provisional_edits(edit.old_provisional_edits, caller)) p
      union all
      select p.node_id, p.file_id
      from file_of_proposals(readable_provisional_edits(edit.new_provisional_edits, caller)) p
    ) f
    where f.node_id::text <> all (unreadable_nodes)
      and (
        administers
        or edit.source_edit_id is null
        or exists (
          select
          from node n
          where n.node_id = f.node_id
            and may_read_nodegroup(caller, n.nodegroup_id)
        )
      );
end
$$;
