-- The provisional edits that a caller may read: their own, or all for reviewers.
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

-- The version of a resource instance as a caller sees it: without changes of proposals that the caller may not see. It only increases, so
-- it never identifies two different states.
create function visible_version(version bigint, proposal_changes jsonb, caller integer) returns bigint
language plpgsql stable
as $$
begin
  if proposal_changes is null or is_reviewer(caller) then
    return version;
  end if;
  return version - (
    select coalesce(sum((c.value ->> 'count')::bigint), 0)
    from jsonb_each(proposal_changes) c
    where c.key is distinct from caller::text
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
      select max((c.value ->> 'at')::timestamptz)
      from jsonb_each(proposal_changes) c
      where c.key = caller::text
        or is_reviewer(caller)
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
