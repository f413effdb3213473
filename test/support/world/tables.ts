import * as z from 'zod';

import type { Session } from '../../../infra/local/database/database.ts';
import { parseLossless } from '../../../lib/json/lossless-json.ts';

const id = z.string();
const json = z.record(z.string(), z.unknown());
const grantee = { account_id: z.number().nullable(), account_group_id: z.number().nullable() };

const descriptor = z.object({
  value: z.string(),
  nodegroups: z.array(id),
  resources: z.array(id),
  own: z.object({ value: z.string(), nodegroups: z.array(id) }).optional(),
});

/** The rows that the oracle reads, by the names of tables and columns in the database. */
const rows = {
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
  nodegroup: z.object({ nodegroup_id: id, graph_id: id, parent_nodegroup_id: id.nullable() }),
  nodegroup_grant: z.object({
    nodegroup_id: id,
    ...grantee,
    can_read: z.boolean(),
    can_write: z.boolean(),
    can_delete: z.boolean(),
    no_access: z.boolean(),
  }),
  resource: z.object({
    resource_id: id,
    graph_id: id,
    descriptors: z.record(z.string(), z.record(z.string(), descriptor)),
  }),
  resource_grant: z.object({
    resource_id: id,
    ...grantee,
    can_view: z.boolean(),
    can_change: z.boolean(),
    can_delete: z.boolean(),
    no_access: z.boolean(),
  }),
  tile: z.object({
    tile_id: id,
    resource_id: id,
    nodegroup_id: id,
    parent_tile_id: id.nullable(),
    sort_order: z.number().nullable(),
    data: json,
    provisional_edits: json.nullable(),
  }),
  node: z.object({
    node_id: id,
    graph_id: id,
    nodegroup_id: id.nullable(),
    datatype: z.string(),
    config: json,
  }),
  concept_value: z.object({
    value_id: id,
    concept_id: id,
    value_type: z.string(),
    language_id: z.string().nullable(),
    value: z.string(),
  }),
  spatial_view: z.object({
    spatial_view_id: id,
    slug: z.string(),
    schema_name: z.string(),
    geometry_node_id: id,
    language_id: z.string(),
    is_active: z.boolean(),
    is_mixed_geometry_types: z.boolean(),
    attribute_nodes: z.array(z.object({ nodeid: id })),
    srid: z.number(),
  }),
  setting: z.object({ name: z.string(), value: z.string() }),
};

type TableName = keyof typeof rows;

/** A row of a table. */
export type Row<Table extends TableName> = Readonly<z.output<(typeof rows)[Table]>>;

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

const tables: z.ZodType<Tables> = z.object({
  account: z.array(rows.account),
  account_group: z.array(rows.account_group),
  group_member: z.array(rows.group_member),
  nodegroup: z.array(rows.nodegroup),
  nodegroup_grant: z.array(rows.nodegroup_grant),
  resource: z.array(rows.resource),
  resource_grant: z.array(rows.resource_grant),
  tile: z.array(rows.tile),
  node: z.array(rows.node),
  concept_value: z.array(rows.concept_value),
  spatial_view: z.array(rows.spatial_view),
  setting: z.array(rows.setting),
});

const wholeTables = `select json_build_object(${Object.keys(rows)
  .map((table) => `'${table}', (select coalesce(json_agg(to_jsonb(t)), '[]') from ${table} t)`)
  .join(', ')})::text`;

/** Reads whole tables in one statement, so that all are from the same moment. Numbers in values keep all their digits. */
export async function readTables(session: Session): Promise<Tables> {
  const { rows: read } = await session.query(wholeTables, [], 60_000);
  return tables.parse(parseLossless(String(read[0]?.[0])));
}
