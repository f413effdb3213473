import * as z from 'zod';

/** What a column can have in place of the value of a node. */
export const columnRoles = [
  'resource id',
  'link',
  'tile id',
  'parent tile id',
  'label',
  'geometry of several tiles',
  'latitude',
  'longitude',
  'easting',
  'northing',
] as const;

const character = z.string().length(1, 'Write one character.');
const crs = z
  .string()
  .regex(/^EPSG:\d{4,6}$/i, 'Write a reference system as EPSG:27700.')
  .transform((name) => name.toUpperCase());

const columnSchema = z
  .strictObject({
    column: z.string(),
    node: z.string().optional(),
    datatype: z.string().optional(),
    is: z.enum(columnRoles).optional(),
    language: z.string().optional(),
    joins: z.array(z.enum(['elements', 'tiles'])).default([]),
    crs: crs.optional(),
    ignore: z.literal(true).optional(),
  })
  .readonly();

const tableSchema = z
  .strictObject({
    table: z.string(),
    nodegroup: z.string().optional(),
    key: z.array(z.string()).default([]),
    columns: z.array(columnSchema).min(1).readonly(),
  })
  .readonly();

/** The mapping of a file of tables (docs/tables.md). */
export const mappingSchema = z
  .strictObject({
    version: z.literal(1).default(1),
    file: z.string().optional(),
    graph: z.string(),
    crs: crs.default('EPSG:4326'),
    escape: z.literal('apostrophe').optional(),
    separators: z
      .strictObject({ elements: character, tiles: character, escape: character.nullish() })
      .optional(),
    tables: z.array(tableSchema).min(1).readonly(),
  })
  .readonly();

export type TableMapping = z.output<typeof mappingSchema>;
export type MappedTable = TableMapping['tables'][number];
export type MappedColumn = MappedTable['columns'][number];
