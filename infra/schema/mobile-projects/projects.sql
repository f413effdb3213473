-- The mobile projects to which a caller is invited, directly or through a group. Anonymous callers are never invited.
-- @rule Permissions: Who is invited to a mobile project, and who manages projects?
create function invited_mobile_project(caller integer)
returns table (mobile_project_id uuid)
language sql stable rows 10
begin atomic
  select i.mobile_project_id
  from mobile_project_account i
  join account a on a.account_id = i.account_id
  where i.account_id = caller
    and a.is_active
  union
  select i.mobile_project_id
  from mobile_project_group i
  join group_of_caller(caller) g on g.account_group_id = i.account_group_id
  where caller is not null;
end;

-- Whether a caller may create, change and delete mobile projects.
-- @rule Permissions: Who is invited to a mobile project, and who manages projects?
create function manages_mobile_projects(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return is_administrator_or_in(caller, array['Mobile Project Administrator']);
end
$$;

-- Parses well-known text into the stored area. Overlapping polygons are merged, because the polygons of a valid multipolygon do not
-- overlap.
create function mobile_project_bounds(written text) returns geometry
language plpgsql immutable
as $$
declare
  area geometry = st_multi(st_geomfromtext(written, 4326));
begin
  return case when st_isvalid(area) then area else st_multi(st_unaryunion(area)) end;
end
$$;
