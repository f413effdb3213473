-- A text about a resource instance that is made of names of others has a second one without these: "own", {"value", "nodegroups"}.
-- Its resources are all that it refers to, whether they are there or not. So whoever may not see one of them reads the same text
-- as if there were no such resource instance.

-- The texts of a resource that a caller may see: those of which every nodegroup and every resource that they were built from is
-- the caller's to read; in place of others their own, where its nodegroups are.
-- {"en-US": {"name": {"value": …, "nodegroups": […], "resources": […], "own": …}}} becomes {"en-US": {"name": …}}.
-- readable holds the nodegroups that the caller may read, visible those described resources that the caller may see:
-- a statement works them out once for all its resources.
create or replace function readable_descriptors(descriptors jsonb, readable uuid[], visible uuid[]) returns jsonb
language sql immutable
begin atomic
  select coalesce(jsonb_object_agg(of_language.language_id, of_language.texts), '{}')
  from (
    select l.key as language_id, jsonb_object_agg(d.key, shown.text) as texts
    from jsonb_each(descriptors) l
    cross join lateral jsonb_each(l.value) d
    cross join lateral (
      select case
        when not exists (
            select
            from jsonb_array_elements_text(d.value -> 'nodegroups') needed
            where needed.value::uuid <> all (coalesce(readable, '{}'))
          )
          and not exists (
            select
            from jsonb_array_elements_text(d.value -> 'resources') needed
            where needed.value::uuid <> all (coalesce(visible, '{}'))
          )
          then d.value -> 'value'
        when not exists (
            select
            from jsonb_array_elements_text(d.value -> 'own' -> 'nodegroups') needed
            where needed.value::uuid <> all (coalesce(readable, '{}'))
          )
          then d.value -> 'own' -> 'value'
      end as text
    ) shown
    where shown.text is not null
    group by l.key
  ) of_language;
end;
