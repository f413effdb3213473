-- For pages of the relations of a resource instance, and of the resource instances that use a concept. The columns are computed in batches
-- after the migration: until then, rows without them are looked at one by one.
-- The set of grants of the resource instance whose tile refers to another one.
alter table resource_relation add column grant_set_id uuid;

drop index resource_relation_from;

drop index resource_relation_to;

create index resource_relation_from on resource_relation (from_resource_id, node_id, to_resource_id, relation_id);

create index resource_relation_to on resource_relation (to_resource_id, node_id, grant_set_id, from_resource_id, relation_id);

-- The resource instance of the tile, and the set of its grants.
alter table concept_use
  add column resource_id uuid,
  add column grant_set_id uuid;

drop index concept_use_value;

create index concept_use_value on concept_use (value_id, nodegroup_id, grant_set_id, resource_id, tile_id);
