-- For resource instances that changed since a time, and for lists in the order of changes or creation.
create index resource_changed on resource (changed_at, resource_id);

create index resource_created on resource (created_at, resource_id);
