-- The entries of tiles: of each value those of its ids, its number and its days, and of each tile its texts. Each has one of the kinds of
-- keys; the others are null.
-- @rule Searching by values: What is indexed of a tile?
create function entry_of_tiles(of_resources uuid[], of_data jsonb[])
returns table (
  resource_id uuid,
  entry_node_id integer,
  id_value uuid,
  number_value numeric,
  lower bigint,
  upper bigint,
  folded text
)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with node_value as materialized (
      select t.tile_number, t.resource_id, n.entry_node_id, d.value, jsonb_typeof(d.value) as type
      from unnest(of_resources, of_data) with ordinality as t (resource_id, data, tile_number)
      cross join lateral jsonb_each(t.data) d
      join entry_node n on n.node_id::text = d.key
      where d.value <> 'null'
    ),
    tile_text as materialized (
      select v.resource_id, folded_for_words(string_agg(text_of_value(v.value), E'\n')) as folded
      from node_value v
      where v.type in ('string', 'object', 'array')
      group by v.tile_number, v.resource_id
    )
    select v.resource_id, v.entry_node_id, i.entry_value, null::numeric, null::bigint, null::bigint, null::text
    from node_value v
    cross join lateral id_of_value(v.value) i
    -- Most values have no ids: looking at their kind takes less time than looking for ids.
    where case v.type
      when 'string' then octet_length(v.value #>> '{}') = 36
      when 'object' then v.value ? 'resourceId'
      else v.type in ('array', 'boolean')
    end
    union all
    select v.resource_id, v.entry_node_id, null, v.value::numeric, null, null, null
    from node_value v
    where v.type = 'number'
    union all
    select v.resource_id, v.entry_node_id, null, null, d.lower, d.upper, null
    from node_value v
    cross join lateral date_ranges(v.value #>> '{}') d
    where v.type = 'string'
    union all
    select t.resource_id, null, null, null, null, null, t.folded
    from tile_text t
    where t.folded <> '';
end
$$;

-- Replaces the entries of former tiles by those of the present ones: deletes one stored entry for each that is gone, and stores the others.
-- The plan is made once for a session, because making it takes longer than writing the entries of a tile. The limits keep it fast for any
-- number of entries, and no table is read as a whole even if it was empty when the plan was made.
create function change_value_entries(former_resources uuid[], former_data jsonb[], of_resources uuid[], of_data jsonb[])
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  with former as materialized (
    select e.*
    from entry_of_tiles(former_resources, former_data) e
  ),
  present as materialized (
    select e.*
    from entry_of_tiles(of_resources, of_data) e
  ),
  gone as materialized (
    select e.*, count(*) as count
    from (table former except all table present) e
    group by e.resource_id, e.entry_node_id, e.id_value, e.number_value, e.lower, e.upper, e.folded
  ),
  deleted_id as (
    delete from id_entry d
    where d.ctid = any (array(
      select s.ctid
      from gone g
      cross join lateral (
        select s.ctid
        from id_entry s
        where s.resource_id = g.resource_id
          and s.entry_node_id = g.entry_node_id
          and s.entry_value = g.id_value
        limit g.count
      ) s
      where g.id_value is not null
    ))
  ),
  deleted_number as (
    delete from number_entry d
    where d.ctid = any (array(
      select s.ctid
      from gone g
      cross join lateral (
        select s.ctid
        from number_entry s
        where s.resource_id = g.resource_id
          and s.entry_node_id = g.entry_node_id
          and s.entry_value = g.number_value
        limit g.count
      ) s
      where g.number_value is not null
    ))
  ),
  deleted_date as (
    delete from date_entry d
    where d.ctid = any (array(
      select s.ctid
      from gone g
      cross join lateral (
        select s.ctid
        from date_entry s
        where s.resource_id = g.resource_id
          and s.entry_node_id = g.entry_node_id
          and s.lower = g.lower
          and s.upper = g.upper
        limit g.count
      ) s
      where g.lower is not null
    ))
  ),
  deleted_word as (
    delete from word_entry d
    where d.ctid = any (array(
      select s.ctid
      from gone g
      cross join lateral (
        select s.ctid
        from word_entry s
        where s.resource_id = g.resource_id
          and s.folded = g.folded
        limit g.count
      ) s
      where g.folded is not null
    ))
  ),
  added as materialized (
    select e.*, r.grant_set_number
    from (table present except all table former) e
    join (
      select
        r.resource_id,
        -- Most resource instances have no grants. Checking this is faster than computing the set.
        case
          when exists (select from resource_grant g where g.resource_id = r.resource_id) then grant_set_number_of(r.resource_id)
          else 0
        end as grant_set_number
      from (select distinct p.resource_id from present p) r
    ) r on r.resource_id = e.resource_id
  ),
  added_id as (
    insert into id_entry (entry_node_id, grant_set_number, resource_id, entry_value)
    select a.entry_node_id, a.grant_set_number, a.resource_id, a.id_value
    from added a
    where a.id_value is not null
  ),
  added_number as (
    insert into number_entry (entry_node_id, grant_set_number, resource_id, entry_value)
    select a.entry_node_id, a.grant_set_number, a.resource_id, a.number_value
    from added a
    where a.number_value is not null
  ),
  added_date as (
    insert into date_entry (entry_node_id, grant_set_number, lower, upper, resource_id)
    select a.entry_node_id, a.grant_set_number, a.lower, a.upper, a.resource_id
    from added a
    where a.lower is not null
  ),
  added_word as (
    insert into word_entry (grant_set_number, resource_id, folded)
    select a.grant_set_number, a.resource_id, a.folded
    from added a
    where a.folded is not null
  )
  insert into entry_word (word)
  select w.word
  from (
    select distinct left(p.word, 100) as word
    from added a
    cross join lateral string_to_table(replace(a.folded, '''', ' '), ' ') p (word)
    where a.folded is not null
  ) w
  where w.word <> ''
    -- Unlike "not exists", this never reads all words.
    and (select s.word from entry_word s where s.word = w.word limit 1) is null;
end
$$;

-- Deletes all entries of resource instances.
create function delete_entries_of_resources(of_resources uuid[]) returns void
language plpgsql
as $$
begin
  delete from id_entry e
  where e.resource_id = any (of_resources);
  delete from number_entry e
  where e.resource_id = any (of_resources);
  delete from date_entry e
  where e.resource_id = any (of_resources);
  delete from word_entry e
  where e.resource_id = any (of_resources);
end
$$;
