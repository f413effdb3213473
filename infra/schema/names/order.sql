-- The name of a resource instance that a caller is shown in the preferred languages, folded as in name_entry, by which lists are sorted; null
-- without a name. In PL/pgSQL, which keeps its plan: it is called for each resource instance of a list.
-- @rule Searching by values: By which name is a list sorted, for this caller?
-- readable: the nodegroups that the caller may read; visible: the described resource instances that the caller may see
create function name_order(descriptors jsonb, readable jsonb, visible jsonb, steps text[]) returns text
language plpgsql immutable
as $$
declare
  shown text;
  forms text[];
begin
  select s.shown ->> 'value'
  into shown
  from jsonb_each(descriptors) l
  -- With an offset, the text is looked up once, and not wherever it is used.
  cross join lateral (
    select readable_descriptor(l.value -> 'name', readable, visible)
    offset 0
  ) as s (shown)
  where s.shown ->> 'value' <> ''
  order by language_rank(l.key, steps), normalised_language(l.key) collate "C", l.key collate "C"
  limit 1;
  -- In expressions of their own, because a query would plan both functions again in each call.
  shown = folded_parts(shown);
  forms = forms_of_parts(shown);
  return nullif(left(forms[cardinality(forms)], 200), '');
end
$$;
