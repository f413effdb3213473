import * as z from 'zod';

import type { Session } from '../../../infra/local/database/database.ts';
import { parseLossless } from '../../../lib/json/lossless-json.ts';

const idSchema = z.string();
const jsonSchema = z.record(z.string(), z.unknown());
const granteeShape = { account_id: z.number().nullable(), account_group_id: z.number().nullable() };

const descriptorSchema = z.object({
  value: z.string(),
  nodegroups: z.array(idSchema),
  resources: z.array(idSchema),
  own: z.object({ value: z.string(), nodegroups: z.array(idSchema) }).optional(),
});

/** The rows that the oracle reads, by the names of tables and columns in the database. */
const rowSchemas = {
  account: z.object({
    account_id: z.number(),
    username: z.string(),
    is_active: z.boolean(),
    is_administrator: z.boolean(),
  }),
  account_group: z.object({
    account_group_id: z.number(),
    name: z.string(),
    is_administrator: z.boolean(),
    can_read: z.boolean(),
    can_write: z.boolean(),
    can_delete: z.boolean(),
    can_read_history: z.boolean(),
  }),
  group_member: z.object({ account_id: z.number(), account_group_id: z.number() }),
  nodegroup: z.object({
    nodegroup_id: idSchema,
    graph_id: idSchema,
    parent_nodegroup_id: idSchema.nullable(),
  }),
  nodegroup_grant: z.object({
    nodegroup_id: idSchema,
    ...granteeShape,
    can_read: z.boolean(),
    can_write: z.boolean(),
    can_delete: z.boolean(),
    no_access: z.boolean(),
  }),
  resource: z.object({
    resource_id: idSchema,
    graph_id: idSchema,
    descriptors: z.record(z.string(), z.record(z.string(), descriptorSchema)),
  }),
  resource_grant: z.object({
    resource_id: idSchema,
    ...granteeShape,
    can_view: z.boolean(),
    can_change: z.boolean(),
    can_delete: z.boolean(),
    no_access: z.boolean(),
  }),
  tile: z.object({
    tile_id: idSchema,
    resource_id: idSchema,
    nodegroup_id: idSchema,
    parent_tile_id: idSchema.nullable(),
    sort_order: z.number().nullable(),
    position: z.number(),
    data: jsonSchema,
    provisional_edits: jsonSchema.nullable(),
  }),
  node: z.object({
    node_id: idSchema,
    graph_id: idSchema,
    nodegroup_id: idSchema.nullable(),
    datatype: z.string(),
    config: jsonSchema,
  }),
  concept_value: z.object({
    value_id: idSchema,
    concept_id: idSchema,
    value_type: z.string(),
    language_id: z.string().nullable(),
    value: z.string(),
  }),
  spatial_view: z.object({
    spatial_view_id: idSchema,
    slug: z.string(),
    schema_name: z.string(),
    geometry_node_id: idSchema,
    language_id: z.string(),
    is_active: z.boolean(),
    is_mixed_geometry_types: z.boolean(),
    attribute_nodes: z.array(z.object({ nodeid: idSchema })),
    srid: z.number(),
  }),
  setting: z.object({ name: z.string(), value: z.string() }),
};

type TableName = keyof typeof rowSchemas;

/** A row of a table. */
export type Row<Table extends TableName> = Readonly<z.output<(typeof rowSchemas)[Table]>>;

/** Whole tables, as the database stores them. */
export type Tables = { readonly [Table in TableName]: readonly Row<Table>[] };

/** The tables that decide what each caller is allowed to do. */
export type AccessTables = Pick<
  Tables,
  | 'account'
  | 'account_group'
  | 'group_member'
  | 'nodegroup'
  | 'nodegroup_grant'
  | 'resource'
  | 'resource_grant'
  | 'tile'
>;

const tablesSchema: z.ZodType<Tables> = z.object({
  account: z.array(rowSchemas.account),
  account_group: z.array(rowSchemas.account_group),
  group_member: z.array(rowSchemas.group_member),
  nodegroup: z.array(rowSchemas.nodegroup),
  nodegroup_grant: z.array(rowSchemas.nodegroup_grant),
  resource: z.array(rowSchemas.resource),
  resource_grant: z.array(rowSchemas.resource_grant),
  tile: z.array(rowSchemas.tile),
  node: z.array(rowSchemas.node),
  concept_value: z.array(rowSchemas.concept_value),
  spatial_view: z.array(rowSchemas.spatial_view),
  setting: z.array(rowSchemas.setting),
});

const selectTables = `select json_build_object(${Object.keys(rowSchemas)
  .map((table) => `'${table}', (select coalesce(json_agg(to_jsonb(t)), '[]') from ${table} t)`)
  .join(', ')})::text`;

/** Reads whole tables in one statement, so that all are from the same moment. Numbers in values keep all their digits. */
export async function readTables(session: Session): Promise<Tables> {
  const { rows: tableRows } = await session.query(selectTables, [], 60_000);
  return tablesSchema.parse(parseLossless(String(tableRows[0]?.[0])));
}
