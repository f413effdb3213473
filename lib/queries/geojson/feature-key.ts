import { int, rawSql, sql, uuid, type BoundValue, type Statement } from '../../data-api/sql.ts';
import type { TileKey, FeatureSelection } from '../../model/geojson/feature-query.ts';
import { maxGid } from '../../model/geojson/gid.ts';
import { maxUuid, nilUuid } from '../../model/ids.ts';

type Counted = Pick<FeatureSelection, 'layer'>;

/** A column of a key, its name in the table `chunk_range`, and its type. */
type Part = { readonly column: string; readonly name: string; readonly type: string };

const ofTile: readonly Part[] = [
  { column: 'resource_id', name: 'resource', type: 'uuid' },
  { column: 'tile_id', name: 'tile', type: 'uuid' },
];
const ofFeature: readonly Part[] = [...ofTile, { column: 'gid', name: 'gid', type: 'int4' }];

/** The unit of pages and ranges: a feature in a layer, else a tile with all its features. */
function partsOf({ layer }: Counted): readonly Part[] {
  return layer === null ? ofTile : ofFeature;
}

function listed(query: Counted, write: (part: Part) => string): Statement {
  return rawSql(partsOf(query).map(write).join(', '));
}

/** The columns of the key, as a list. @param table their table alias, such as `f` */
export function keyColumns(query: Counted, table: string): Statement {
  return listed(query, ({ column }) => `${table}.${column}`);
}

/** The descending order of keys. */
export function keyColumnsDescending(query: Counted, table: string): Statement {
  return listed(query, ({ column }) => `${table}.${column} desc`);
}

/** The order of features, including those of one tile. @param node the column with the position of their node */
export function featureOrder(query: Counted, table: string, node: string): Statement {
  const withinTile = query.layer === null ? rawSql(`, ${node}, ${table}.position`) : sql``;
  return sql`${keyColumns(query, table)}${withinTile}`;
}

function bound({ layer }: Counted, key: TileKey | null): readonly BoundValue[] {
  const { resourceId = null, tileId = null, gid = null } = key ?? {};
  const tile = [uuid(resourceId), uuid(tileId)];
  return layer === null ? tile : [...tile, int(gid)];
}

function inList(values: readonly Statement[]): Statement {
  return values.reduce((before, value) => sql`${before}, ${value}`);
}

/** The values of a key as a list; nulls for null. */
export function keyValues(query: Counted, key: TileKey | null): Statement {
  return inList(bound(query, key).map((value) => sql`${value}`));
}

/** The values of a key; for null, values below every key. */
export function keyOrLowest(query: Counted, key: TileKey | null): Statement {
  return keyOr(query, key, nilUuid, 0);
}

/** The values of a key; for null, values above every key. */
export function keyOrHighest(query: Counted, key: TileKey | null): Statement {
  return keyOr(query, key, maxUuid, maxGid);
}

function keyOr(query: Counted, key: TileKey | null, id: string, gid: number): Statement {
  const values = bound(query, key).map((value, place) =>
    place < ofTile.length
      ? sql`coalesce(${value}, ${uuid(id)})`
      : sql`coalesce(${value}, ${rawSql(String(gid))})`,
  );
  return inList(values);
}

/** One end of the table `chunk_range`, from the columns of a table; nulls without one. @param end such as `first` */
export function rangeEndColumns(query: Counted, end: string, table: string | null): Statement {
  return listed(
    query,
    ({ column, name, type }) =>
      `${table === null ? `null::${type}` : `${table}.${column}`} as ${end}_${name}`,
  );
}

/** The column names of one end of the table `chunk_range`. */
export function rangeEndNames(query: Counted, end: string): Statement {
  return listed(query, ({ name }) => `${end}_${name}`);
}

/** One end of the table `chunk_range`, as a list to compare with a key. */
export function rangeEnd(query: Counted, end: string): Statement {
  return listed(query, ({ name }) => `(select s.${end}_${name} from chunk_range s)`);
}
