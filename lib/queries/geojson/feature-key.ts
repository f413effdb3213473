import {
  int,
  joinStatements,
  rawSql,
  sql,
  uuid,
  type BoundValue,
  type Statement,
} from '../../data-api/sql.ts';
import type { TileKey, FeatureSelection } from '../../model/geojson/feature-query.ts';
import { maxGid } from '../../model/geojson/gid.ts';
import { maxUuid, nilUuid } from '../../model/ids.ts';

type KeySelection = Pick<FeatureSelection, 'layer'>;

/** A column of a key, its name in the table `chunk_range`, and its type. */
type KeyColumn = { readonly column: string; readonly name: string; readonly type: string };

const tileKeyColumns: readonly KeyColumn[] = [
  { column: 'resource_id', name: 'resource', type: 'uuid' },
  { column: 'tile_id', name: 'tile', type: 'uuid' },
];
const featureKeyColumns: readonly KeyColumn[] = [
  ...tileKeyColumns,
  { column: 'gid', name: 'gid', type: 'int4' },
];

/** Pages and ranges consist of single features in a layer, otherwise of tiles with all their features; so their keys differ. */
function columnsOf({ layer }: KeySelection): readonly KeyColumn[] {
  return layer === null ? tileKeyColumns : featureKeyColumns;
}

function columnList(query: KeySelection, format: (column: KeyColumn) => string): Statement {
  return rawSql(columnsOf(query).map(format).join(', '));
}

/** The columns of the key, as a list. @param table their table alias, such as `f` */
export function keyColumns(query: KeySelection, table: string): Statement {
  return columnList(query, ({ column }) => `${table}.${column}`);
}

/** The columns of the key for a descending order. */
export function keyColumnsDescending(query: KeySelection, table: string): Statement {
  return columnList(query, ({ column }) => `${table}.${column} desc`);
}

/**
 * The order of features, including those of one tile.
 * @param nodePosition the column with the position of their node
 */
export function featureOrder(query: KeySelection, table: string, nodePosition: string): Statement {
  const withinTile = query.layer === null ? rawSql(`, ${nodePosition}, ${table}.position`) : sql``;
  return sql`${keyColumns(query, table)}${withinTile}`;
}

function boundValues({ layer }: KeySelection, key: TileKey | null): readonly BoundValue[] {
  const { resourceId = null, tileId = null, gid = null } = key ?? {};
  const tile = [uuid(resourceId), uuid(tileId)];
  return layer === null ? tile : [...tile, int(gid)];
}

const commaSeparated = (values: readonly Statement[]): Statement => joinStatements(values, ', ');

/** The values of a key as a list; for null, a list of nulls. */
export function keyValues(query: KeySelection, key: TileKey | null): Statement {
  return commaSeparated(boundValues(query, key).map((value) => sql`${value}`));
}

/** The values of a key; for null, values below every key. */
export function keyOrLowest(query: KeySelection, key: TileKey | null): Statement {
  return keyWithDefaults(query, key, nilUuid, 0);
}

/** The values of a key; for null, values above every key. */
export function keyOrHighest(query: KeySelection, key: TileKey | null): Statement {
  return keyWithDefaults(query, key, maxUuid, maxGid);
}

function keyWithDefaults(
  query: KeySelection,
  key: TileKey | null,
  defaultId: string,
  defaultGid: number,
): Statement {
  const values = boundValues(query, key).map((value, index) =>
    index < tileKeyColumns.length
      ? sql`coalesce(${value}, ${uuid(defaultId)})`
      : sql`coalesce(${value}, ${rawSql(String(defaultGid))})`,
  );
  return commaSeparated(values);
}

/**
 * The columns of one bound of the table `chunk_range`, with their values from a table.
 * @param bound such as `first`
 * @param table the alias of the table; null for a bound without values
 */
export function rangeBoundColumns(
  query: KeySelection,
  bound: string,
  table: string | null,
): Statement {
  return columnList(
    query,
    ({ column, name, type }) =>
      `${table === null ? `null::${type}` : `${table}.${column}`} as ${bound}_${name}`,
  );
}

/** The column names of one bound of the table `chunk_range`. */
export function rangeBoundNames(query: KeySelection, bound: string): Statement {
  return columnList(query, ({ name }) => `${bound}_${name}`);
}

/** One bound of the table `chunk_range`, as a list to compare with a key. */
export function rangeBound(query: KeySelection, bound: string): Statement {
  return columnList(query, ({ name }) => `(select r.${bound}_${name} from chunk_range r)`);
}
