-- The ids in a JSON list. The removed characters do not occur in ids. It is an expression without a query, so that the planner inlines it.
-- It and its callers are declared stable like the conversion of a text to an array, because the planner does not inline an immutable
-- function that calls a stable one.
create function uuids_of(list jsonb) returns uuid[]
language sql stable strict
return translate(list::text, '[]"', '{}')::uuid[];

-- The resource instances whose names are part of these texts.
create function described_resources(descriptors jsonb) returns uuid[]
language sql stable
return uuids_of(jsonb_path_query_array(descriptors, '$.*.*.resources[*]'));

-- The nodegroups from which these texts and their own texts ("own") were built, with duplicates.
create function described_nodegroups(descriptors jsonb) returns uuid[]
language sql stable
return uuids_of(
  jsonb_path_query_array(descriptors, '$.*.*.nodegroups[*]') || jsonb_path_query_array(descriptors, '$.*.*.own.nodegroups[*]')
);

-- The version of a text that a caller may read: the whole text if all its sources are readable; otherwise the text without other names
-- ("own") if its nodegroups are readable; otherwise null. `readable` lists nodegroups, `visible` resource instances. It is an expression,
-- so that the planner inlines it.
create function readable_descriptor(descriptor jsonb, readable jsonb, visible jsonb) returns jsonb
language sql immutable
return case
  when coalesce(descriptor -> 'nodegroups', '[]') <@ readable and coalesce(descriptor -> 'resources', '[]') <@ visible
    then descriptor
  when coalesce(descriptor -> 'own' -> 'nodegroups', '[]') <@ readable
    then descriptor -> 'own'
end;

create function readable_text(descriptor jsonb, readable jsonb, visible jsonb) returns jsonb
language sql immutable
return readable_descriptor(descriptor, readable, visible) -> 'value';

-- The texts of a resource instance that a caller may see. A text is complete if the caller may read all its nodegroups and resource
-- instances. Otherwise the text without other names is used, if its nodegroups are readable.
-- {"en-US": {"name": {"value": …, "nodegroups": […], "resources": […], "own": …}}} becomes {"en-US": {"name": …}}.
-- A text with names of other resource instances also has a text without them: "own", {"value", "nodegroups"}. "resources" includes
-- references to missing resource instances. So an invisible resource instance leads to the same text as a missing one.
-- readable: the nodegroups that the caller may read; visible: the described resource instances that the caller may see. A statement
-- computes them once for all its resource instances.
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
