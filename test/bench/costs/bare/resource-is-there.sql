-- Whether there is a resource instance $1.
select json_build_object('resourceinstanceid', r.resource_id)::text
from resource r
where r.resource_id = $1::uuid
