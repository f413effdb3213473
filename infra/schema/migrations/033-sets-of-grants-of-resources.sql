-- The sets of grants of resource instances, which decide visibility in the order of ids. They are computed in batches after the migration.
-- Until then they are unknown, and the grants of each resource instance are looked up.
alter table resource add column grant_set_number integer;

alter table resource alter column grant_set_number set default 0;

-- For listing all resource instances, or those of a model, in id order. They include the columns that decide visibility, so that an
-- index-only scan suffices.
create index resource_visibility on resource (resource_id) include (graph_id, proposed_by, grant_set_number);

drop index resource_graph;

create index resource_graph on resource (graph_id, resource_id) include (proposed_by, grant_set_number);

-- For the resource instances that grants open, and those whose set is unknown. Most have no grants.
create index resource_grant_set on resource (grant_set_number, resource_id) where grant_set_number is null or grant_set_number > 0;
