-- The provisional edits that a caller may read: their own, or all for reviewers.
-- @rule Permissions: Who sees provisional edits?
create function readable_provisional_edits(edits jsonb, caller integer) returns jsonb
language plpgsql stable
as $$
begin
  if edits is null then
    return null;
  end if;
  return case
    when is_reviewer(caller) then edits
    when edits -> caller::text is not null
      and exists (select from account a where a.account_id = caller and a.is_active)
      then jsonb_build_object(caller::text, edits -> caller::text)
  end;
end
$$;

-- Adds a change to the counts of proposal_changes.
-- @param changed_nodegroups the sorted ids of the nodegroups of the changed tiles, separated by spaces
create function with_proposal_change(changes jsonb, proposer text, changed_nodegroups text) returns jsonb
language plpgsql volatile
as $$
declare
  earlier jsonb = coalesce(changes -> proposer, '{}');
  -- Changes that were stored without their nodegroups.
  earlier_sets jsonb = coalesce(
    earlier -> 'nodegroups',
    case when earlier <> '{}' then jsonb_build_object('', earlier) else '{}' end
  );
  changed_at timestamptz = clock_timestamp();
begin
  return coalesce(changes, '{}') || jsonb_build_object(
    proposer,
    jsonb_build_object(
      'count', coalesce((earlier ->> 'count')::bigint, 0) + 1,
      'at', changed_at,
      'nodegroups', earlier_sets || jsonb_build_object(
        changed_nodegroups,
        jsonb_build_object(
          'count', coalesce((earlier_sets -> changed_nodegroups ->> 'count')::bigint, 0) + 1,
          'at', changed_at
        )
      )
    )
  );
end
$$;

-- The counts of proposal_changes by account and nodegroups, and whether a caller may see these changes: the own ones, and for reviewers those
-- in nodegroups that they may read.
-- @rule Permissions: Which version does a caller see?
create function proposal_change(changes jsonb, caller integer)
returns table (change_count bigint, changed_at timestamptz, is_visible boolean)
language plpgsql stable
as $$
declare
  reviews boolean = is_reviewer(caller);
begin
  return query
  select
    (counted.value ->> 'count')::bigint,
    (counted.value ->> 'at')::timestamptz,
    coalesce(a.key = caller::text, false)
      or (
        reviews
        and (
          exists (
            select
            from nodegroup_permission(caller) p
            where p.can_read
              and p.nodegroup_id = any (string_to_array(counted.key, ' ')::uuid[])
          )
          -- The nodegroups are unknown, or no longer exist.
          or not exists (
            select
            from nodegroup n
            where n.nodegroup_id = any (string_to_array(counted.key, ' ')::uuid[])
          )
        )
      )
  from jsonb_each(changes) a
  cross join lateral jsonb_each(coalesce(a.value -> 'nodegroups', jsonb_build_object('', a.value))) counted;
end
$$;

-- The version of a resource instance as a caller sees it: without changes of proposals that the caller may not see. It only increases, so
-- it never identifies two different states.
-- @rule Permissions: Which version does a caller see?
create function visible_version(version bigint, proposal_changes jsonb, caller integer) returns bigint
language plpgsql stable
as $$
begin
  if proposal_changes is null then
    return version;
  end if;
  return version - (
    select coalesce(sum(c.change_count) filter (where not c.is_visible), 0)
    from proposal_change(proposal_changes, caller) c
  );
end
$$;

-- The time of the last change that a caller may see.
create function visible_change(changed_at timestamptz, proposal_changes jsonb, caller integer) returns timestamptz
language plpgsql stable
as $$
begin
  if proposal_changes is null then
    return changed_at;
  end if;
  return greatest(
    changed_at,
    (
      select max(c.changed_at) filter (where c.is_visible)
      from proposal_change(proposal_changes, caller) c
    )
  );
end
$$;

-- Proposals without the values of some nodes.
create function edits_without_nodes(edits jsonb, nodes text[]) returns jsonb
language plpgsql immutable
as $$
begin
  if edits is null or cardinality(nodes) = 0 then
    return edits;
  end if;
  return (
    select jsonb_object_agg(
      e.key,
      case
        when jsonb_typeof(e.value -> 'value') = 'object' then jsonb_set(e.value, '{value}', (e.value -> 'value') - nodes)
        else e.value
      end
    )
    from jsonb_each(edits) e
  );
end
$$;

-- Whether a tile has a value of a node, or a proposal for one.
create function holds_value(tile_data jsonb, edits jsonb, node text) returns boolean
language plpgsql immutable
as $$
begin
  return coalesce(jsonb_typeof(tile_data -> node) <> 'null', false)
    or (
      edits is not null
      and exists (
        select
        from jsonb_each(edits) e
        where jsonb_typeof(e.value -> 'value' -> node) <> 'null'
      )
    );
end
$$;
