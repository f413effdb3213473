-- Searching resource instances by name (docs/adr/008-names-stored-updated-searched.md).

-- The texts of one kind that a caller is shown, by language, with their nodegroups.
create function shown_text(descriptors jsonb, kind text, readable jsonb, visible jsonb)
returns table (language_id text, value text, nodegroup_ids jsonb)
language sql immutable
begin atomic
  select l.key, s.shown ->> 'value', s.shown -> 'nodegroups'
  from jsonb_each(descriptors) l
  cross join lateral (select readable_descriptor(l.value -> kind, readable, visible)) as s (shown)
  where s.shown is not null;
end;

-- The distance between words of a name and as many words of a search: twice the average lack of similarity in percent, so an even number.
-- Null if a differing word is not similar, has digits or has fewer than three letters, or if two words differ, because there would be too
-- many combinations.
-- @rule Thesaurus: Which words are never similar?
create function phrase_distance(phrase text[], wanted text[]) returns integer
language sql stable
begin atomic
  select case
    when bool_and(
      w.word is not null
      and (w.word = w.wanted or (length(w.wanted) > 2 and w.word % w.wanted and not has_digit(w.word) and not has_digit(w.wanted)))
    )
      and count(*) filter (where w.word <> w.wanted) < 2
      then 2 * round(100 * (1 - avg(similarity(w.word, w.wanted))))::integer
  end
  from unnest(phrase, wanted) as w (word, wanted);
end;

-- How the names that a caller is shown match one of the forms of a search: the best match of all languages, and all these names by language. Match 0: the
-- name is equal; 1: it begins with the words; 2: a later word does; 3: words of the name are similar; their distance is even at the
-- first word, and odd at later ones.
-- readable: the nodegroups that the caller may read. The function is in PL/pgSQL, which PostgreSQL does not inline, so that the plan of the
-- search does not include it.
-- @rule Thesaurus: Which name matches a search best, for this caller?
create function best_name_match(caller integer, of_graph uuid, descriptors jsonb, readable jsonb, forms text[])
returns table (match integer, distance integer, entry text, source_set_id uuid, names jsonb)
language plpgsql stable rows 1
-- Planning takes twice as long as running, and words do not change the plan.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  visible jsonb = '[]';
  words text = forms[cardinality(forms)];
  search_words text[] = string_to_array(words, ' ');
  search_word_count integer = cardinality(search_words);
begin
  if jsonb_path_exists(descriptors, '$.*.name.resources[0]') then
    select coalesce(jsonb_agg(v.resource_id), '[]')
    into visible
    from visible_resource(caller) v
    where v.resource_id = any (uuids_of(jsonb_path_query_array(descriptors, '$.*.name.resources[*]')));
  end if;
  return query
    with shown_name as materialized (
      select
        t.language_id,
        t.value,
        source_set_id(of_graph, t.nodegroup_ids) as source_set_id,
        string_to_array(folded_parts(t.value), ' ') as parts
      from shown_text(descriptors, 'name', readable, visible) t
    ),
    shown_entry as materialized (
      select e.*, n.source_set_id
      from shown_name n
      cross join lateral entry_of_parts(n.parts) e
    ),
    entry_match as (
      select case when not e.is_whole then 2 when e.entry = f.form then 0 else 1 end as match, 0 as distance, e.entry, e.source_set_id
      from shown_entry e
      join unnest(forms) as f (form) on starts_with(e.uncut, f.form)
    )
    select m.match, m.distance, m.entry, m.source_set_id, (select jsonb_object_agg(n.language_id, n.value) from shown_name n)
    from (
      select *
      from entry_match
      union all
      select 3, s.distance + case when e.is_whole then 0 else 1 end, e.entry, e.source_set_id
      from shown_entry e
      cross join lateral phrase_distance((string_to_array(e.entry, ' '))[1 : search_word_count], search_words) as s (distance)
      where not exists (select from entry_match)
        and s.distance is not null
        and length(words) between 3 and 39
    ) m
    order by m.match, m.distance, m.entry collate "C", m.source_set_id
    limit 1;
end
$$;
