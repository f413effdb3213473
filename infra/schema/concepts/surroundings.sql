-- Returns a concept and every concept that a document about it contains: narrower concepts within the limit, the broader concepts of all of
-- these, and concepts related to any of them. Each row has its broader concepts (without `with_parents`: only those in the document) and
-- its related concepts, as lists of id and relation type; a related concept also says whether the relation leads only from that concept.
-- `objects` is the minimum number of concept objects in the document. If it is over `most`, only the top concept is returned.
-- Relations lead from broader to narrower concepts. The recursion follows each relation once, so it ends in cycles too. With a step of 0,
-- levels are not counted.
-- In a thesaurus with one wide scheme, the planner expects thousands of narrower concepts for every concept, and would scan the whole table
-- each time. So this function allows only index scans, and looks concepts up one by one ("offset 0"): with a join, a scheme of 20,000 top
-- concepts takes longer than 45 seconds.
-- @rule Thesaurus: Which concepts does a document show?
create function concept_surroundings(
  top uuid,
  step integer,
  layer_limit integer,
  with_parents boolean,
  with_related boolean,
  most integer
)
returns table (
  concept_id uuid,
  is_whole boolean,
  has_sub_concepts boolean,
  parent_concepts json,
  related_concepts json,
  objects bigint
)
language plpgsql stable rows 1000
set enable_seqscan = off
set enable_bitmapscan = off
set work_mem = '32MB'
as $$
#variable_conflict use_column
begin
  return query
    with recursive walk_down (concept_id, broader_id, relation_type, layer) as (
      select top, null::uuid, null::text, 0
      union
      select r.to_concept_id, w.concept_id, r.relation_type, w.layer + step
      from walk_down w
      cross join lateral (
        select r.to_concept_id, r.relation_type
        from hierarchy_link r
        where r.from_concept_id = w.concept_id
        offset 0
      ) r
      where w.layer < layer_limit
    ),
    down as materialized (
      select * from walk_down limit most + 1
    ),
    below as materialized (
      select d.concept_id, bool_or(d.layer < layer_limit) as lists_sub_concepts
      from down d
      group by d.concept_id
    ),
    walk_up (concept_id, narrower_id, relation_type) as (
      select r.from_concept_id, b.concept_id, r.relation_type
      from below b
      cross join lateral (
        select r.from_concept_id, r.relation_type
        from hierarchy_link r
        where r.to_concept_id = b.concept_id
        offset 0
      ) r
      where with_parents
        and (select count(*) from down) <= most
      union
      select r.from_concept_id, w.concept_id, r.relation_type
      from walk_up w
      cross join lateral (
        select r.from_concept_id, r.relation_type
        from hierarchy_link r
        where r.to_concept_id = w.concept_id
        offset 0
      ) r
    ),
    up as materialized (
      select * from walk_up limit most + 1
    ),
    in_hierarchy as materialized (
      select b.concept_id from below b
      union
      select u.concept_id from up u
    ),
    related as materialized (
      select h.concept_id, r.related_id, r.relation_type, r.is_inverse
      from in_hierarchy h
      cross join lateral (
        select r.related_id, r.relation_type, r.is_inverse
        from related_link r
        where r.concept_id = h.concept_id
        offset 0
      ) r
      where with_related
        -- Counting can stop once the limit is exceeded.
        and (select count(*) from down) + (select count(*) from up) <= most
        and r.related_id <> h.concept_id
    ),
    size as materialized (
      select
        (select count(*) from down)
          + (select count(*) from up)
          + (select count(distinct (r.concept_id, r.related_id, r.relation_type)) from related r)
          as objects
    ),
    link (concept_id, is_whole, is_listing, is_broader, parent_concept, related_concept) as (
      select b.concept_id, true, b.lists_sub_concepts, false, null::json, null::json
      from below b
      union all
      select d.broader_id, true, false, true, null, null
      from (select distinct d.broader_id from down d where d.broader_id is not null) d
      union all
      select d.concept_id, true, false, false, json_build_array(d.broader_id, d.relation_type), null
      from (select distinct d.broader_id, d.concept_id, d.relation_type from down d) d
      where not with_parents
        and d.broader_id is not null
      union all
      select u.narrower_id, true, false, false, json_build_array(u.concept_id, u.relation_type), null
      from up u
      union all
      select u.concept_id, true, false, true, null, null
      from (select distinct u.concept_id from up u) u
      union all
      select
        r.concept_id,
        true,
        false,
        false,
        null,
        json_build_array(r.related_id, r.relation_type, bool_and(r.is_inverse))
      from related r
      group by r.concept_id, r.related_id, r.relation_type
      union all
      select r.related_id, false, false, false, null, null
      from related r
    ),
    surrounding as (
      select
        l.concept_id,
        bool_or(l.is_whole) as is_whole,
        bool_or(l.is_listing) as is_listing,
        bool_or(l.is_broader) as is_broader,
        json_agg(l.parent_concept) filter (where l.parent_concept is not null) as parent_concepts,
        json_agg(l.related_concept) filter (where l.related_concept is not null) as related_concepts
      from link l
      where (select s.objects from size s) <= most
        or l.concept_id = top
      group by l.concept_id
    )
    select
      c.concept_id,
      c.is_whole,
      c.is_broader
        or (
          not c.is_listing
          and exists (
            select
            from hierarchy_link r
            where r.from_concept_id = c.concept_id
          )
        ),
      c.parent_concepts,
      c.related_concepts,
      s.objects
    from surrounding c
    cross join size s;
end
$$;
