import type { DataApi, Row } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';

const schemas = `('public', 'spatial_layer', 'readable', 'kept')`;
const isNotOfExtension = (catalogTable: string, id: string): string => `not exists (
  select
  from pg_depend d
  where d.classid = '${catalogTable}'::regclass
    and d.objid = ${id}
    and d.deptype = 'e'
)`;
const sortedGrants = (list: string): string =>
  `(select array_agg(a.acl_item::text order by a.acl_item::text)::text from unnest(${list}) as a (acl_item))`;
const relations = `pg_class c
join pg_namespace s on s.oid = c.relnamespace and s.nspname in ${schemas} and ${isNotOfExtension('pg_class', 'c.oid')}`;

/** The objects of a database by kind: rows of text, sorted so that the order of creation does not matter. */
const objectQueries = {
  tables: `select s.nspname, c.relname, c.relkind::text, c.relpersistence::text, c.reloptions::text, ${sortedGrants('c.relacl')}
from ${relations}
where c.relkind in ('r', 'v', 'c', 'S')
order by 1, 2`,
  columns: `select s.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::text, a.attgenerated::text, a.attidentity::text,
  a.attstattarget::text, a.attcollation::regcollation::text, pg_get_expr(d.adbin, d.adrelid)
from ${relations}
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where c.relkind in ('r', 'v', 'c')
order by 1, 2, 3`,
  indexes: `select pg_get_indexdef(i.indexrelid)
from ${relations}
join pg_index i on i.indrelid = c.oid
order by 1`,
  constraints: `select s.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)
from ${relations}
join pg_constraint k on k.conrelid = c.oid
order by 1, 2, 3`,
  functions: `select p.oid::regprocedure::text, md5(pg_get_functiondef(p.oid)), ${sortedGrants('p.proacl')}
from pg_proc p
join pg_namespace s on s.oid = p.pronamespace and s.nspname in ${schemas}
where p.prokind = 'f'
  and s.nspname <> 'kept'
  and ${isNotOfExtension('pg_proc', 'p.oid')}
order by 1`,
  triggers: `select t.tgrelid::regclass::text, t.tgname, pg_get_triggerdef(t.oid)
from pg_trigger t
where not t.tgisinternal
order by 1, 2`,
  views: `select c.oid::regclass::text, pg_get_viewdef(c.oid)
from ${relations}
where c.relkind = 'v'
order by 1`,
  types: `select t.oid::regtype::text, e.enumlabel, e.enumsortorder::text
from pg_type t
join pg_enum e on e.enumtypid = t.oid
order by 1, e.enumsortorder`,
  schemas: `select s.nspname, ${sortedGrants('s.nspacl')}
from pg_namespace s
where s.nspname in ${schemas}
order by 1`,
  defaults: `select d.defaclnamespace::regnamespace::text, d.defaclobjtype::text, ${sortedGrants('d.defaclacl')}
from pg_default_acl d
order by 1, 2`,
  seeds: `select to_jsonb(g)::text from account_group g
union all
select to_jsonb(v)::text from value_type v
union all
select to_jsonb(l)::text from named_lock l
union all
select to_jsonb(l.subject)::text from last_change l
order by 1`,
  migrations: `select m.name, m.checksum from migration m order by 1`,
  definitions: `select d.name, d.checksum, d.gone_since from schema_definition d order by 1`,
} as const;

/** Reads the objects of a database. */
export async function readCatalogue(
  owner: DataApi,
): Promise<Readonly<Record<string, readonly Row[]>>> {
  const results = Object.entries(objectQueries).map(
    async ([kind, query]) => [kind, await owner.read(rawSql(query))] as const,
  );
  return Object.fromEntries(await Promise.all(results));
}
