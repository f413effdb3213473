-- Reading the thesaurus: labels as people type them, and a concept with all that is around it.

-- Labels, found as people type them.

create extension if not exists pg_trgm with schema public;

-- A label without what people do not type alike: compatibility forms, letter case, accents and other marks, letters that have no
-- accent to be taken off (ø, ß, æ), punctuation. It is the same in a database of any locale. 200 characters are as many as an index
-- takes.
create function folded_label(label text) returns text
language sql immutable strict parallel safe
begin atomic
  select left(
    btrim(
      regexp_replace(
        replace(replace(replace(replace(
          translate(
            regexp_replace(
              lower(normalize(label, nfkd) collate "und-x-icu") collate "C",
              -- The marks of Latin, Greek and Cyrillic, the points of Hebrew, the vowels of Arabic.
              U&'[\0300-\036f\0483-\0489\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7\0640\064b-\065f\0670]+',
              '',
              'g'
            ),
            'øđłħŧıðς',
            'odlhtidσ'
          ),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        U&'[\0001-\002f\003a-\0040\005b-\0060\007b-\00bf\2000-\206f\3000-\303f]+',
        ' ',
        'g'
      )
    ),
    200
  );
end;

-- What folded texts are ordered by: runs of digits count as numbers, so that 2nd comes before 10th.
create function natural_order(folded text) returns text
language sql immutable strict parallel safe
begin atomic
  select regexp_replace(
    regexp_replace(folded collate "C", '([0-9]+)', '0000000000\1', 'g'),
    '0*([0-9]{10,})',
    '\1',
    'g'
  );
end;

-- Types that are labels (category "label" of value_type); a generated column cannot look them up.
alter table concept_value
  add column folded text collate "C"
  generated always as (
    case when value_type in ('prefLabel', 'altLabel', 'hiddenLabel', 'title') then folded_label(value) end
  ) stored;

-- Labels that begin with what was typed, and what they are ordered by.
create index concept_value_folded on concept_value (folded) where folded is not null;

-- Labels with a word that begins with it, and labels like it.
create index concept_value_folded_words on concept_value using gin (folded gin_trgm_ops) where folded is not null;

-- The relations that a document about a concept follows, each way read from the index alone.
create index concept_relation_down on concept_relation (from_concept_id) include (to_concept_id, relation_type)
  where relation_type in ('narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept');

create index concept_relation_up on concept_relation (to_concept_id) include (from_concept_id, relation_type)
  where relation_type in ('narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept');

create index concept_relation_beside on concept_relation (from_concept_id) include (to_concept_id, relation_type)
  where relation_type in (
    'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
  );

create index concept_relation_beside_inverse on concept_relation (to_concept_id) include (from_concept_id, relation_type)
  where relation_type in (
    'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
  );

-- A concept, and every concept that a document about it shows: those below it within the limit, those above all of these, and those
-- related to any of them. Each comes once, with those above it (without `with_parents`: those above it that are shown), and those
-- related to it: lists of id and type of relation, of related concepts also whether the relation leads from them only. `objects` says how many concepts a document shows at least, each as often as a relation leads to it;
-- where that is over `most`, only the top comes.
--
-- Relations lead from broader to narrower concepts. The walks follow relations, each once, so that cycles end by themselves; with a
-- step of 0 they do not count layers.
-- The planner believes of a thesaurus with one wide scheme that every concept has thousands below it, and would read the whole
-- table for each; here it may use indexes only.
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
        from concept_relation r
        where r.from_concept_id = w.concept_id
          and r.relation_type in (
            'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
          )
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
        from concept_relation r
        where r.to_concept_id = b.concept_id
          and r.relation_type in (
            'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
          )
        offset 0
      ) r
      where with_parents
        and (select count(*) from down) <= most
      union
      select r.from_concept_id, w.concept_id, r.relation_type
      from walk_up w
      cross join lateral (
        select r.from_concept_id, r.relation_type
        from concept_relation r
        where r.to_concept_id = w.concept_id
          and r.relation_type in (
            'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
          )
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
        select r.to_concept_id as related_id, r.relation_type, false as is_inverse
        from concept_relation r
        where r.from_concept_id = h.concept_id
          and r.relation_type in (
            'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
          )
        union all
        select r.from_concept_id, r.relation_type, true
        from concept_relation r
        where r.to_concept_id = h.concept_id
          and r.relation_type in (
            'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
          )
        offset 0
      ) r
      where with_related
        -- What is too much already needs no counting.
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
            from concept_relation r
            where r.from_concept_id = c.concept_id
              and r.relation_type in (
                'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
              )
          )
        ),
      c.parent_concepts,
      c.related_concepts,
      s.objects
    from surrounding c
    cross join size s;
end
$$;

-- Some concepts, each with its links that are followed: `down` to those below it, `up` to those above it, `beside` to those related to it. They are lists of
-- id and type of relation, of related concepts also whether the relation leads from them only. Where there are fewer than `most` concepts, those below them come, too,
-- until there are so many. What concept_surroundings would take too long for is found by this, one step after the other.
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
        from concept_relation r
        where r.from_concept_id = c.concept_id
          and r.relation_type in (
            'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
          )
      ),
      (
        select json_agg(json_build_array(r.to_concept_id, r.relation_type))
        from concept_relation r
        where down
          and r.from_concept_id = c.concept_id
          and r.relation_type in (
            'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
          )
      ),
      (
        select json_agg(json_build_array(r.from_concept_id, r.relation_type))
        from concept_relation r
        where up
          and r.to_concept_id = c.concept_id
          and r.relation_type in (
            'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
          )
      ),
      (
        select json_agg(json_build_array(r.related_id, r.relation_type, r.is_inverse))
        from (
          select r.related_id, r.relation_type, bool_and(r.is_inverse) as is_inverse
          from (
            select r.to_concept_id as related_id, r.relation_type, false as is_inverse
            from concept_relation r
            where r.from_concept_id = c.concept_id
              and r.relation_type in (
                'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
              )
            union all
            select r.from_concept_id, r.relation_type, true
            from concept_relation r
            where r.to_concept_id = c.concept_id
              and r.relation_type in (
                'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
              )
          ) r
          where beside
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
          from concept_relation r
          where r.from_concept_id = w.concept_id
            and r.relation_type in (
              'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
            )
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
