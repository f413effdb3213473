import type { Session } from '../../../infra/local/database/database.ts';

/** Describes relations, routines, roles, privileges and numbers of rows, but not the views that spatial views create. */
const footprintExpression = `select json_build_object(
  'relations', (
    select json_agg(c.oid::regclass::text || ' ' || c.relkind::text || ' ' || coalesce(c.relacl::text, '') order by c.oid)
    from pg_catalog.pg_class c
    where c.relnamespace::regnamespace::text not in ('pg_toast', 'spatial_layer')
      and c.relkind not in ('i', 't')
      and not exists (select from view_name v where v.name = c.relname)
  ),
  'routines', (select json_agg(p.oid::regprocedure::text order by p.oid) from pg_proc p where p.pronamespace::regnamespace::text <> 'spatial_layer'),
  'roles', (select json_agg(r.rolname order by r.rolname) from pg_roles r where r.rolname like 'heritage_reader' or r.rolname = 'heritage_service' or r.rolname = 'heritage_owner'),
  'schemas', (select json_agg(n.nspname order by n.oid) from pg_namespace n where n.nspname not like 'pg\\_%'),
  'tiles', (select count(*) from tile),
  'resources', (select count(*) from resource),
  'accounts', (select count(*) from account),
  'groups', (select json_agg(g.* order by g.account_group_id) from account_group g),
  'nodes', (select md5(string_agg(n::text, ',' order by n.node_id)) from node n)
)::text`;

/** Reads a footprint of the database. Two footprints are equal if only the views of spatial views changed in between. */
export async function readDatabaseFootprint(session: Session): Promise<string> {
  const names = `select v.slug || '_' || k.kind as name
    from spatial_view v
    cross join unnest(array['point', 'linestring', 'polygon', 'mixed_geom']) k (kind)`;
  const { rows } = await session.query(
    `with view_name as (${names}) ${footprintExpression}`,
    [],
    60_000,
  );
  return String(rows[0]?.[0]);
}
