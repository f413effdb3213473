-- The number of items in the activity stream.
select json_build_object('totalItems', c.ordinal)::text
from activity_counter c
