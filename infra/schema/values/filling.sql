-- Up to which resource instance an upgrade has computed the entries of values, in the order of ids; the last id if it has computed all.
create function value_entries_filled_to() returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  return coalesce(
    (
      select coalesce(s.done_to, '00000000-0000-0000-0000-000000000000')
      from stale_result s
      where s.name = 'entries of values'
    ),
    'ffffffff-ffff-ffff-ffff-ffffffffffff'
  );
end
$$;

-- The share of the entries of values that an upgrade has computed, from 0 to 1, by the place of the last resource instance among all possible
-- ids, because counting them would take longer. Null if all are computed.
create function filling_value_entries_progress() returns numeric
language sql stable
return case
  when value_entries_filled_to() <> 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    then round(('x' || left(value_entries_filled_to()::text, 8))::bit(32)::bigint / 4294967296.0, 3)
end;

-- Whether an upgrade is still computing the entries of values, so that a search by values would not find everything.
create function is_filling_value_entries() returns boolean
language sql stable
return filling_value_entries_progress() is not null;

-- Stores the entries of resource instances anew. Whoever calls it has locked them.
create function replace_value_entries(of_resources uuid[]) returns void
language plpgsql
as $$
begin
  -- Resource instances whose grants are older than the sets.
  perform add_grant_sets(of_resources);
  perform delete_entries_of_resources(of_resources);
  perform change_value_entries('{}', '{}', array_agg(t.resource_id), array_agg(t.data))
  from tile t
  where t.resource_id = any (of_resources)
  having count(*) > 0;
end
$$;

-- Those of some resource instances whose entries are not those of their tiles.
create function wrong_value_entries(of_resources uuid[]) returns table (resource_id uuid)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    with expected as materialized (
      select
        e.resource_id,
        grant_set_number_of(e.resource_id) as grant_set_number,
        e.entry_node_id,
        e.id_value,
        e.number_value,
        e.lower,
        e.upper,
        e.folded
      from (
        select array_agg(t.resource_id) as resources, array_agg(t.data) as data
        from tile t
        where t.resource_id = any (of_resources)
      ) t
      cross join lateral entry_of_tiles(t.resources, t.data) e
    ),
    stored as materialized (
      select e.resource_id, e.grant_set_number, e.entry_node_id, e.entry_value, null::numeric, null::bigint, null::bigint, null::text
      from id_entry e
      where e.resource_id = any (of_resources)
      union all
      select e.resource_id, e.grant_set_number, e.entry_node_id, null, e.entry_value, null, null, null
      from number_entry e
      where e.resource_id = any (of_resources)
      union all
      select e.resource_id, e.grant_set_number, e.entry_node_id, null, null, e.lower, e.upper, null
      from date_entry e
      where e.resource_id = any (of_resources)
      union all
      select e.resource_id, e.grant_set_number, null, null, null, null, null, e.folded
      from word_entry e
      where e.resource_id = any (of_resources)
    )
    select d.resource_id
    from (
      (table expected except all table stored)
      union all
      (table stored except all table expected)
    ) d
    group by d.resource_id
    order by d.resource_id;
end
$$;
