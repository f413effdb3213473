-- Whether the resource instance $1 exists.
select json_build_object('resourceinstanceid', r.resource_id)::text
from resource r
where r.resource_id = $1::uuid
