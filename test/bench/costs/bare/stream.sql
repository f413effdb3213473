-- How many items the activity stream has.
select json_build_object('totalItems', c.ordinal)::text
from activity_counter c
