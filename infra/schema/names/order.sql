-- The name of a resource instance that a caller is shown in the preferred languages, folded as in name_entry, by which lists are sorted; null
-- without a name. In PL/pgSQL, which keeps its plan: it is called for each resource instance of a list.
-- @rule Searching by values: By which name is a list sorted, for this caller?
-- readable: the nodegroups that the caller may read; visible: the described resource instances that the caller may see
create function name_order(descriptors jsonb, readable jsonb, visible jsonb, steps text[]) returns text
language plpgsql immutable
as $$
begin
  return (
    select nullif(left(f.forms[cardinality(f.forms)], 200), '')
    from (
      select s.shown ->> 'value' as value
      from jsonb_each(descriptors) l
      cross join lateral (select readable_descriptor(l.value -> 'name', readable, visible)) as s (shown)
      where s.shown ->> 'value' <> ''
      order by language_rank(l.key, steps), normalised_language(l.key) collate "C", l.key collate "C"
      limit 1
    ) n
    cross join lateral (select forms_of_parts(folded_parts(n.value))) as f (forms)
  );
end
$$;
