-- Returns concepts with their links: `down` to narrower concepts, `up` to broader ones, `beside` to related ones. Links are lists of id and
-- relation type; the link to a related concept also says whether the relation leads only from that concept. While there are fewer than
-- `most` concepts, narrower concepts of these are added. Where concept_surroundings would take too long, several calls of this function
-- replace it.
create function concept_links(concepts uuid[], most integer, down boolean, up boolean, beside boolean)
returns table (
  concept_id uuid,
  has_sub_concepts boolean,
  sub_concepts json,
  parent_concepts json,
  related_concepts json
)
language plpgsql stable rows 1000
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
begin
  return query
    select
      c.concept_id,
      exists (
        select
        from hierarchy_link r
        where r.from_concept_id = c.concept_id
      ),
      (
        select json_agg(json_build_array(r.to_concept_id, r.relation_type))
        from hierarchy_link r
        where down
          and r.from_concept_id = c.concept_id
      ),
      (
        select json_agg(json_build_array(r.from_concept_id, r.relation_type))
        from hierarchy_link r
        where up
          and r.to_concept_id = c.concept_id
      ),
      (
        select json_agg(json_build_array(r.related_id, r.relation_type, r.is_inverse))
        from (
          select r.related_id, r.relation_type, bool_and(r.is_inverse) as is_inverse
          from related_link r
          where beside
            and r.concept_id = c.concept_id
            and r.related_id <> c.concept_id
          group by r.related_id, r.relation_type
        ) r
      )
    from (
      with recursive walk (concept_id) as (
        select unnest(concepts)
        union
        select r.to_concept_id
        from walk w
        cross join lateral (
          select r.to_concept_id
          from hierarchy_link r
          where r.from_concept_id = w.concept_id
          offset 0
        ) r
        where down
      )
      select w.concept_id
      from walk w
      limit most
    ) c;
end
$$;
