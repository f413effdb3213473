import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import type { PagedStatement } from '../../../../lib/data-api/read-pages.ts';
import { rawSql, sql, text, uuid, type Statement } from '../../../../lib/data-api/sql.ts';
import { identifiersExpression } from '../../../../lib/queries/resources/stated-parts.ts';
import { recordOrder } from '../../../../lib/queries/tiles/tile-order.ts';
import type { KeyColumn, PackageTable } from './package-tables.ts';

/** For each type of key column, a value that is sorted before all others. */
const leastValues: Readonly<Record<KeyColumn['type'], string>> = {
  uuid: `'00000000-0000-0000-0000-000000000000'::uuid`,
  integer: '-2147483648',
  bigint: '-9223372036854775808',
  text: `''`,
};

const columnsSchema = z.record(
  z.string(),
  z.array(z.object({ name: z.string(), isRequiredJson: z.boolean() }).readonly()).readonly(),
);

/** The columns of each table, without generated columns, which cannot be written. */
export type TableColumns = z.output<typeof columnsSchema>;

/** Reads the columns of all tables that can be written. */
export function readTableColumns(): RowsQuery<TableColumns> {
  return oneRow(
    sql`with writable as (
  select
    c.table_name::text as table_name,
    jsonb_agg(
      jsonb_build_object('name', c.column_name::text, 'isRequiredJson', c.data_type = 'jsonb' and c.is_nullable = 'NO')
      order by c.ordinal_position
    ) as columns
  from information_schema.columns c
  join information_schema.tables t on (t.table_schema, t.table_name) = (c.table_schema, c.table_name)
  where c.table_schema = 'public'
    and t.table_type = 'BASE TABLE'
    and c.is_generated = 'NEVER'
  group by c.table_name
)
select jsonb_object_agg(w.table_name, w.columns)::text
from writable w`,
    columnsSchema,
  );
}

/**
 * Reads the rows of a table in the order of its key, each as a JSON object with the names of columns as members.
 * @param columns the columns to read
 * @param withHashes whether to include the hashes of passwords and secrets
 */
export function pageTableRows(
  table: PackageTable,
  columns: readonly string[],
  withHashes: boolean,
): PagedStatement {
  const { name, key, condition = 'true', hashes = {}, textColumns = [] } = table;
  const pairs = columns.map((column) => {
    const hashReplacement = withHashes ? undefined : hashes[column];
    const value =
      hashReplacement ?? (textColumns.includes(column) ? `t.${column}::text` : `t.${column}`);
    return `'${column}', ${value}`;
  });
  const keys = key.map(({ expression, type }) => `(${expression})::${type}`).map(inByteOrder(key));
  const keyTexts = key.map(({ expression }) => `(${expression})::text`);
  return {
    items: (after, limit) => {
      const afterKeys = key
        .map(
          ({ type }, index) =>
            sql`coalesce((${after}::jsonb ->> ${rawSql(String(index))})::${rawSql(type)}, ${rawSql(leastValues[type])})`,
        )
        .reduce((list, value) => sql`${list}, ${value}`);
      return sql`select
          jsonb_build_array(${rawSql(keyTexts.join(', '))})::text as key,
          jsonb_build_object(${rawSql(pairs.join(', '))})::text as item
        from ${rawSql(name)} t
        where (${rawSql(keys.join(', '))}) > (${afterKeys})
          and ${rawSql(condition)}
        order by ${rawSql(keys.join(', '))}
        limit ${limit}`;
    },
  };
}

/** Adds a collation to key columns with text, so that their order is the same in every database. */
const inByteOrder =
  (key: readonly KeyColumn[]) =>
  (expression: string, index: number): string =>
    key[index]?.type === 'text' ? `${expression} collate "C"` : expression;

/**
 * Reads the resource instances of a model with header and tiles, in the order of their ids.
 * @param language the language of the name in the header
 */
export function pageBusinessRecords(graphId: string, language: string): PagedStatement {
  return {
    items: (after, limit) => sql`select
          r.resource_id::text as key,
          jsonb_build_object(
            'resourceinstance', jsonb_build_object(
              'resourceinstanceid', r.resource_id,
              'graph_id', r.graph_id,
              'graph_publication_id', g.publication_id,
              'publication_id', g.publication_id,
              'principaluser_id', r.created_by,
              'legacyid', r.legacy_id,
              'createdtime', r.created_at,
              'name', coalesce(r.descriptors #>> array[${text(language)}, 'name', 'value'], ''),
              'descriptors', coalesce(d.descriptors, '{}')
            ) || jsonb_strip_nulls(jsonb_build_object(
              'resource_instance_lifecycle_state_id', r.life_cycle_state_id,
              'identifiers', ${identifiersExpression(sql`r.resource_id`)}
            )),
            'tiles', coalesce(l.tiles, '[]')
          )::text as item
        from resource r
        join graph g on g.graph_id = r.graph_id
        left join lateral (
          select jsonb_object_agg(
            d.key,
            (select jsonb_object_agg(k.key, k.value -> 'value') from jsonb_each(d.value) k)
          ) as descriptors
          from jsonb_each(r.descriptors) d
        ) d on true
        left join lateral (
          select jsonb_agg(
            jsonb_build_object(
              'tileid', t.tile_id,
              'resourceinstance_id', t.resource_id,
              'nodegroup_id', t.nodegroup_id,
              'parenttile_id', t.parent_tile_id,
              'sortorder', t.sort_order,
              'data', t.data,
              'provisionaledits', t.provisional_edits
            )
            order by ${recordOrder(sql`t`, sql`n`)}
          ) as tiles
          from tile t
          join nodegroup n on n.nodegroup_id = t.nodegroup_id
          where t.resource_id = r.resource_id
        ) l on true
        where r.graph_id = ${uuid(graphId)}
          and r.resource_id > coalesce((${after})::uuid, '00000000-0000-0000-0000-000000000000')
        order by r.resource_id
        limit ${limit}`,
  };
}

/** Reads the ids of the tiles that consist of proposals only: the files of business data cannot express that. */
export function pageProposedTiles(): PagedStatement {
  return {
    items: (after, limit) => sql`select t.tile_id::text as key, to_jsonb(t.tile_id)::text as item
        from tile t
        where t.is_proposed
          and t.tile_id > coalesce((${after})::uuid, '00000000-0000-0000-0000-000000000000')
        order by t.tile_id
        limit ${limit}`,
  };
}

const exportedGraphSchema = z
  .object({
    graphId: z.string(),
    slug: z.string().nullable(),
    isResourceModel: z.boolean(),
    isSystemSettings: z.boolean(),
  })
  .readonly();

/** A graph of an export. */
export type ExportedGraph = z.output<typeof exportedGraphSchema>;

/** Lists the graphs by id. */
export function listGraphs(): RowsQuery<readonly ExportedGraph[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'graphId', g.graph_id,
  'slug', g.slug,
  'isResourceModel', g.is_resource_model,
  'isSystemSettings', g.is_system_settings
)::text
from graph g
order by g.graph_id`,
    exportedGraphSchema,
  );
}

/** Reads the document from which a graph was imported, as the only item. */
export function pageGraphSource(graphId: string): PagedStatement {
  return {
    items: (
      after,
      limit,
    ) => sql`select g.graph_id::text as key, jsonb_build_array(g.source)::text as item
        from graph g
        where g.graph_id = ${uuid(graphId)}
          and ${after} is null
        limit ${limit}`,
  };
}

export type LastIds = Readonly<Record<string, string | null>>;

/** Reads the last id that each table has assigned, even if the row was deleted. @param tables their id columns, by table */
export function readLastIds(tables: Readonly<Record<string, string>>): RowsQuery<LastIds> {
  const pairs = Object.entries(tables).map(
    ([table, idColumn]) =>
      `'${table}', pg_sequence_last_value(pg_get_serial_sequence('${table}', '${idColumn}')::regclass)::text`,
  );
  return oneRow(
    sql`select jsonb_build_object(${rawSql(pairs.join(', '))})::text`,
    z.record(z.string(), z.string().nullable()),
  );
}

/** Raises the sequence of a table, so that its next id is higher than the given one. */
export function setLastId(table: string, idColumn: string, lastId: string): Statement {
  return sql`select setval(pg_get_serial_sequence(${text(table)}, ${text(idColumn)}), ${text(lastId)}::bigint)::text`;
}
