import { datatypeOf } from '../../model/datatypes/registry.ts';
import { joinNonEmpty } from '../../model/datatypes/values/json-values.ts';
import type { LayerColumn } from '../../queries/map-tiles/layer-columns.ts';
import type { MapTileData } from '../../queries/map-tiles/map-tile.ts';
import { createColumnFormatter } from '../geojson/layer-columns.ts';

export type MapTileProperties = Readonly<Record<string, string | number | boolean>>;

/** The types of values in TileJSON. */
export type MapTileFieldType = 'String' | 'Number' | 'Boolean';

/** Returns the type of the values of a column. A column with several values contains texts, in which the values are joined. */
export function columnType({ datatype, isSingleValued }: LayerColumn): MapTileFieldType {
  const { tileType } = datatypeOf(datatype);
  if (!isSingleValued || tileType === undefined) return 'String';
  return tileType === 'number' ? 'Number' : 'Boolean';
}

/** Adds the columns of a resource instance to the properties of its feature. */
export type AddColumns = (resourceId: string, properties: MapTileProperties) => MapTileProperties;

/**
 * Creates a function that adds the columns of a layer to features. Their values are the texts in the items of the collection, converted to
 * the type of the column; nulls are left out. As in the items, a column has precedence over a property with the same name.
 * @rule GeoJSON and OGC API Features: Which columns do the tiles of a collection have, and of which types?
 * @param languages the default language
 */
export function createColumnAdder(
  { columns, columnChunk, columnValues, featureValues, features }: MapTileData,
  languages: readonly string[],
): AddColumns {
  if (columns.length === 0) return (_, properties) => properties;
  const displayText = createColumnFormatter(columnChunk, languages);
  const nodes = new Map(columnChunk.nodes.map((node) => [node.propertyName, node]));
  const columnsByPosition = new Map(columns.map((column) => [column.position, column]));
  const valuesByNumber = new Map(
    columnValues.flatMap(({ number, columnPosition, value }) => {
      const column = columnsByPosition.get(columnPosition);
      const node = nodes.get(column?.name ?? '');
      return column === undefined || node === undefined
        ? []
        : [[number, { column, text: displayText(value, node) }]];
    }),
  );
  const toProperties = (numbers: readonly number[]) =>
    [
      ...Map.groupBy(
        numbers.flatMap((number) => valuesByNumber.get(number) ?? []),
        ({ column }) => column,
      ),
    ].flatMap(([column, members]) => {
      const text = joinNonEmpty(members.map((member) => member.text));
      return text === null ? [] : [[column.name, convertText(text, columnType(column))] as const];
    });
  const resourceIds = new Map(features.map(({ gid, resourceId }) => [gid, resourceId]));
  const columnsByResource = new Map(
    featureValues.map(({ gid, numbers }) => [resourceIds.get(gid), toProperties(numbers)]),
  );
  const columnNames = new Set(columns.map(({ name }) => name));
  return (resourceId, properties) =>
    Object.fromEntries([
      ...Object.entries(properties).filter(([name]) => !columnNames.has(name)),
      ...(columnsByResource.get(resourceId) ?? []),
    ]);
}

/** Converts a text to a type. A text that is not of the type, or would lose digits, stays a text. */
function convertText(text: string, type: MapTileFieldType): string | number | boolean {
  if (type === 'Number' && String(Number(text)) === text && Number.isFinite(Number(text)))
    return Number(text);
  if (type === 'Boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
