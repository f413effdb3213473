-- The choice of a language among those in which a text is available. lib/model/pick-language.ts does the same, and explains it. Only there
-- are refused languages known, because only readers over HTTP refuse some.

create function normalised_language(tag text) returns text
language sql immutable parallel safe
return lower(replace(tag, '_', '-'));

-- The steps in which a tag is looked for, from preferred languages. {zh-Hant-TW} becomes {zh-hant-tw, zh-hant, zh, zh-hant-*, zh-*}.
create function language_steps(languages text[]) returns text[]
language sql immutable parallel safe
begin atomic
  with preferred_range as (
    select l.position, s.subtags, s.subtags[1] as language, min(l.position) over (partition by s.subtags[1]) as place_of_language
    from unnest(languages) with ordinality as l (range, position)
    cross join string_to_array(normalised_language(l.range), '-') as s (subtags)
  ),
  step as (
    -- Lookup: a range, then its shortened forms.
    select r.place_of_language, 1 as kind, r.position, -kept.length as shortened, array_to_string(r.subtags[1 : kept.length], '-') as text
    from preferred_range r
    cross join generate_series(1, cardinality(r.subtags)) as kept (length)
    union all
    -- Filtering: tags that begin like a range.
    select r.place_of_language, 2, r.position, 0, r.language || '-' || r.subtags[2] || '-*'
    from preferred_range r
    where cardinality(r.subtags) > 1
    union all
    select distinct r.place_of_language, 3, 0, 0, r.language || '-*'
    from preferred_range r
  )
  select coalesce(array_agg(s.text order by s.place_of_language, s.kind, s.position, s.shortened), '{}')
  from step s;
end;

-- The first step that a tag fits: the smaller, the better; one more than there are steps if it fits none. It is an expression, so that the
-- planner inlines it.
-- @rule Resource instances: Which language is used where the requested one is missing?
create function language_rank(tag text, steps text[]) returns integer
language sql immutable parallel safe
return coalesce(
  array_position(steps, normalised_language(tag)),
  array_position(steps, split_part(normalised_language(tag), '-', 1) || '-' || split_part(normalised_language(tag), '-', 2) || '-*'),
  array_position(steps, split_part(normalised_language(tag), '-', 1) || '-*'),
  array_position(steps, '*'),
  cardinality(steps) + 1
);
