-- Whether the views of a spatial view can stay, with columns added at the end: all else would be a change for whoever uses them.
create function spatial_layer.can_stay(view_id uuid) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select
    from spatial_layer.made_view m
    join spatial_view v on v.spatial_view_id = m.spatial_view_id
    where m.spatial_view_id = view_id
      and v.is_active
      and (v.schema_name, v.slug, v.is_mixed_geometry_types, v.srid) = (m.schema_name, m.slug, m.is_mixed, m.srid)
      and not exists (
        select
        from unnest(m.column_names) with ordinality as c (name, place)
        where not exists (
          select
          from spatial_view_attribute a
          where a.spatial_view_id = view_id
            and a.position = c.place
            and a.column_name = c.name
        )
      )
      and not exists (
        select
        from unnest(spatial_layer.kinds(m.is_mixed)) as k (kind)
        where spatial_layer.own_view(m, k.kind) is null
      )
  );
end
$$;

create function spatial_layer.follow_spatial_view() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '3s'
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  changed_ids uuid[];
  one uuid;
begin
  perform spatial_layer.lock_before_writers();
  perform lock_names();
  changed_ids = array(select distinct c.spatial_view_id from changed c order by 1);
  foreach one in array changed_ids loop
    perform spatial_layer.name_columns(one);
    if not spatial_layer.can_stay(one) then
      perform spatial_layer.take_away(one);
    end if;
  end loop;
  foreach one in array changed_ids loop
    if exists (select from spatial_view v where v.spatial_view_id = one and v.is_active) then
      perform spatial_layer.make(one);
      perform spatial_layer.refill(one);
    end if;
  end loop;
  perform spatial_layer.refresh();
  return null;
end
$$;

create trigger views_of_new_row
  after insert on spatial_view
  referencing new table as changed
  for each statement execute function spatial_layer.follow_spatial_view();

create trigger views_of_row
  after update on spatial_view
  referencing new table as changed
  for each statement execute function spatial_layer.follow_spatial_view();

create trigger views_of_gone_row
  after delete on spatial_view
  referencing old table as changed
  for each statement execute function spatial_layer.follow_spatial_view();
