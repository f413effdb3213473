-- Whether the existing views can stay: nothing changes, or columns are only added at the end. Any other change could break objects that
-- depend on them.
create function spatial_layer.can_keep_views(view_id uuid) returns boolean
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
        from unnest(m.column_names) with ordinality as c (name, position)
        where not exists (
          select
          from spatial_view_attribute a
          where a.spatial_view_id = view_id
            and a.position = c.position
            and a.column_name = c.name
        )
      )
      and not exists (
        select
        from unnest(spatial_layer.geometry_kinds(m.is_mixed)) as k (kind)
        where spatial_layer.find_view(m, k.kind) is null
      )
  );
end
$$;

create function spatial_layer.apply_view_definitions() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '3s'
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  changed_ids uuid[];
  view_id uuid;
begin
  perform spatial_layer.lock_out_writers();
  perform lock_names();
  changed_ids = array(select distinct c.spatial_view_id from changed c order by 1);
  foreach view_id in array changed_ids loop
    perform spatial_layer.name_columns(view_id);
    if not spatial_layer.can_keep_views(view_id) then
      perform spatial_layer.drop_views(view_id);
    end if;
  end loop;
  foreach view_id in array changed_ids loop
    if exists (select from spatial_view v where v.spatial_view_id = view_id and v.is_active) then
      perform spatial_layer.create_views(view_id);
      perform spatial_layer.refill(view_id);
    end if;
  end loop;
  perform spatial_layer.refresh();
  return null;
end
$$;

create trigger apply_definition_after_insert
  after insert on spatial_view
  referencing new table as changed
  for each statement execute function spatial_layer.apply_view_definitions();

create trigger apply_definition_after_update
  after update on spatial_view
  referencing new table as changed
  for each statement execute function spatial_layer.apply_view_definitions();

create trigger apply_definition_after_delete
  after delete on spatial_view
  referencing old table as changed
  for each statement execute function spatial_layer.apply_view_definitions();
