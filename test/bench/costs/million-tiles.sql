-- Copies all resource instances {copies} times. Each copy has its own ids, and its values and names refer to the same copy. It runs as a
-- superuser without triggers, so the rows that triggers would derive are copied as well.
set session_replication_role = replica;
set work_mem = '256MB';
set maintenance_work_mem = '512MB';

create function pg_temp.copied_id(id uuid, copy integer) returns uuid
language sql immutable strict
return md5(id::text || copy)::uuid;

create function pg_temp.copied_text(content text, ids uuid[], copy integer) returns text
language plpgsql immutable
as $$
declare
  id uuid;
begin
  foreach id in array coalesce(ids, '{}') loop
    content := replace(content, id::text, pg_temp.copied_id(id, copy)::text);
  end loop;
  return content;
end
$$;

create temporary table own_id as
select r.resource_id as id from resource r
union
select t.tile_id from tile t;

create temporary table tile_to_copy as
select t.*, named.ids
from tile t
cross join lateral (
  select array_agg(distinct o.id) as ids
  from regexp_matches(t.data::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') found (id)
  join own_id o on o.id = found.id[1]::uuid
) named;

create temporary table resource_to_copy as
select r.*, described_resources(r.descriptors) as ids
from resource r;

create temporary table feature_to_copy as table feature;
create temporary table relation_to_copy as table resource_relation;
create temporary table id_entry_to_copy as table id_entry;
create temporary table number_entry_to_copy as table number_entry;
create temporary table date_entry_to_copy as table date_entry;
create temporary table word_entry_to_copy as table word_entry;
create temporary table edit_to_copy as table edit_log;
create temporary table activity_to_copy as table activity;

insert into resource (
  resource_id, graph_id, legacy_id, version, created_at, changed_at, descriptors, created_by, descriptor_basis
)
select
  pg_temp.copied_id(r.resource_id, c), r.graph_id, r.legacy_id, r.version, r.created_at, r.changed_at,
  pg_temp.copied_text(r.descriptors::text, r.ids, c)::jsonb, r.created_by, r.descriptor_basis
from generate_series(1, {copies}) c
cross join resource_to_copy r;

insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data, provisional_edits)
select
  pg_temp.copied_id(t.tile_id, c), pg_temp.copied_id(t.resource_id, c), t.nodegroup_id,
  pg_temp.copied_id(t.parent_tile_id, c), t.sort_order,
  case when t.ids is null then t.data else pg_temp.copied_text(t.data::text, t.ids, c)::jsonb end,
  t.provisional_edits
from generate_series(1, {copies}) c
cross join tile_to_copy t;

insert into feature (
  resource_id, tile_id, node_id, feature_key, position, geometry_type, geometry_text, properties, geometry
)
select
  pg_temp.copied_id(f.resource_id, c), pg_temp.copied_id(f.tile_id, c), f.node_id, f.feature_key, f.position,
  f.geometry_type, f.geometry_text, f.properties, f.geometry
from generate_series(1, {copies}) c
cross join feature_to_copy f;

insert into resource_relation (
  relation_id, from_resource_id, to_resource_id, relationship_type, inverse_relationship_type, notes, date_started,
  date_ended, tile_id, node_id
)
select
  pg_temp.copied_id(r.relation_id, c), pg_temp.copied_id(r.from_resource_id, c),
  pg_temp.copied_id(r.to_resource_id, c), r.relationship_type, r.inverse_relationship_type, r.notes, r.date_started,
  r.date_ended, pg_temp.copied_id(r.tile_id, c), r.node_id
from generate_series(1, {copies}) c
cross join relation_to_copy r;

insert into id_entry (entry_node_id, grant_set_number, resource_id, entry_value)
select e.entry_node_id, e.grant_set_number, pg_temp.copied_id(e.resource_id, c), e.entry_value
from generate_series(1, {copies}) c
cross join id_entry_to_copy e;

insert into number_entry (entry_node_id, grant_set_number, resource_id, entry_value)
select e.entry_node_id, e.grant_set_number, pg_temp.copied_id(e.resource_id, c), e.entry_value
from generate_series(1, {copies}) c
cross join number_entry_to_copy e;

insert into date_entry (entry_node_id, grant_set_number, lower, upper, resource_id)
select e.entry_node_id, e.grant_set_number, e.lower, e.upper, pg_temp.copied_id(e.resource_id, c)
from generate_series(1, {copies}) c
cross join date_entry_to_copy e;

insert into word_entry (grant_set_number, resource_id, folded)
select e.grant_set_number, pg_temp.copied_id(e.resource_id, c), e.folded
from generate_series(1, {copies}) c
cross join word_entry_to_copy e;

insert into edit_log (
  transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, account_id, edited_at,
  old_provisional_edits, new_provisional_edits
)
select
  e.transaction_id, pg_temp.copied_id(e.resource_id, c), pg_temp.copied_id(e.tile_id, c), e.nodegroup_id, e.edit_type,
  e.old_value, e.account_id, e.edited_at, e.old_provisional_edits, e.new_provisional_edits
from generate_series(1, {copies}) c
cross join edit_to_copy e;

insert into activity (ordinal, activity_type, resource_id, graph_id, account_id, end_time, had_grants)
select
  a.ordinal + c * k.ordinal, a.activity_type, pg_temp.copied_id(a.resource_id, c), a.graph_id, a.account_id,
  k.end_time, a.had_grants
from generate_series(1, {copies}) c
cross join activity_to_copy a
cross join activity_counter k;

update activity_counter
set ordinal = ordinal * ({copies} + 1);
