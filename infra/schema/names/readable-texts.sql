-- The ids in a list of JSON. Ids hold none of the signs that are taken out or replaced; an expression without a query goes into the statement
-- around it.
create function uuids_of(list jsonb) returns uuid[]
language sql immutable strict
return translate(list::text, '[]"', '{}')::uuid[];

-- The resource instances whose names are part of the texts of one.
create function described_resources(descriptors jsonb) returns uuid[]
language sql immutable
return uuids_of(jsonb_path_query_array(descriptors, '$.*.*.resources[*]'));

-- The nodegroups that the texts of a resource instance were built from, those of their own texts too. Some may come twice.
create function described_nodegroups(descriptors jsonb) returns uuid[]
language sql immutable
return uuids_of(
  jsonb_path_query_array(descriptors, '$.*.*.nodegroups[*]') || jsonb_path_query_array(descriptors, '$.*.*.own.nodegroups[*]')
);

-- A text of a resource instance as far as a caller may read it: what it was built from is all to be read, or what it says of itself is; else null.
-- `readable` lists the nodegroups, `visible` the resource instances. It is an expression, which is put into the statement around it.
create function readable_text(descriptor jsonb, readable jsonb, visible jsonb) returns jsonb
language sql immutable
return case
  when coalesce(descriptor -> 'nodegroups', '[]') <@ readable and coalesce(descriptor -> 'resources', '[]') <@ visible
    then descriptor -> 'value'
  when coalesce(descriptor -> 'own' -> 'nodegroups', '[]') <@ readable
    then descriptor -> 'own' -> 'value'
end;

-- The texts of a resource instance that a caller may see: those of which every nodegroup and every resource instance that they were built from
-- is the caller's to read; in place of others their own, where its nodegroups are.
-- {"en-US": {"name": {"value": …, "nodegroups": […], "resources": […], "own": …}}} becomes {"en-US": {"name": …}}.
-- A text that is made of names of others has a second one without these: "own", {"value", "nodegroups"}. Its resources are all that it refers
-- to, whether they are there or not. So whoever may not see one of them reads the same text as if there were no such resource instance.
-- readable holds the nodegroups that the caller may read, visible those described resource instances that the caller may see: a statement works
-- them out once for all its resource instances.
create function readable_descriptors(descriptors jsonb, readable uuid[], visible uuid[]) returns jsonb
language plpgsql immutable
as $$
declare
  readable_ids jsonb = coalesce(to_jsonb(readable), '[]');
  visible_ids jsonb = coalesce(to_jsonb(visible), '[]');
begin
  return (
    select coalesce(jsonb_object_agg(of_language.language_id, of_language.texts), '{}')
    from (
      select l.key as language_id, jsonb_object_agg(d.key, readable_text(d.value, readable_ids, visible_ids)) as texts
      from jsonb_each(descriptors) l
      cross join lateral jsonb_each(l.value) d
      where readable_text(d.value, readable_ids, visible_ids) is not null
      group by l.key
    ) of_language
  );
end
$$;
