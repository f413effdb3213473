-- The groups to which grants close the resource instances of a set. Callers of these groups skip their entries within the index: a look at the
-- grants of each entry took 20 microseconds, and a page needs tens of thousands of entries if nearly all are closed.
alter table source_set add column closed_groups integer[];

alter table source_set add column open_set_id uuid;

update source_set set closed_groups = '{}', open_set_id = source_set_id;

alter table source_set alter column closed_groups set not null;

alter table source_set alter column open_set_id set not null;

-- For the grants of a changed or deleted resource instance.
create index resource_grant_resource on resource_grant (resource_id);
