-- The resource instance of each use of a file, so that a list finds the first picture of a record without its tiles.
alter table file_use add column resource_id uuid;

update file_use u
set resource_id = t.resource_id
from tile t
where t.tile_id = u.tile_id;

alter table file_use alter column resource_id set not null;

create index file_use_resource on file_use (resource_id) where kind = 'value';
