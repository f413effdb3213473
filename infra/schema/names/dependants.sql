-- The next resource instances, by id, whose names must be recomputed because of a mark.
create function dependants_of(mark name_mark, most integer) returns table (resource_id uuid)
language plpgsql stable rows 200
as $$
#variable_conflict use_column
declare
  current_publication uuid;
  template_count bigint;
begin
  if mark.kind = 'name' then
    return query
      select r.resource_id
      from resource r
      where r.resource_id = mark.cause_id
        and (mark.settled_to is null or r.resource_id > mark.settled_to);
  elsif mark.kind in ('concept', 'resource') then
    return query
      select distinct d.resource_id
      from (
        select mark.cause_id
        union
        select v.value_id
        from concept_value v
        where v.concept_id = mark.cause_id
          and mark.kind = 'concept'
      ) as s (source_id)
      cross join lateral (
        select n.resource_id
        from name_source n
        where n.source_id = s.source_id
          and (mark.settled_to is null or n.resource_id > mark.settled_to)
        order by n.resource_id
        limit most
      ) d
      order by d.resource_id
      limit most;
  elsif mark.kind = 'graph' then
    select g.publication_id, count(t.template)
    into current_publication, template_count
    from graph g
    join publication p on p.publication_id = g.publication_id
    left join lateral jsonb_path_query(p.naming, '$.descriptors.* ? (@ != null)') as t (template) on true
    where g.graph_id = mark.cause_id
    group by g.publication_id;
    return query
      select r.resource_id
      from resource r
      where r.graph_id = mark.cause_id
        and (mark.settled_to is null or r.resource_id > mark.settled_to)
        and (
          mark.is_whole
          or r.descriptor_basis is null
          or template_count <> (
            select count(*)
            from jsonb_each(r.descriptor_basis) k
            where k.value ->> 'publication' = current_publication::text
          )
        )
      order by r.resource_id
      limit most;
  else
    return query
      select r.resource_id
      from resource r
      where (mark.settled_to is null or r.resource_id > mark.settled_to)
        and exists (
          select
          from jsonb_each(r.descriptor_basis) k
          cross join language l
          where not k.value -> 'languages' @> to_jsonb(l.language_id)
        )
      order by r.resource_id
      limit most;
  end if;
end
$$;
