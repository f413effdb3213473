import { defaultFeatureQuery } from '../../model/geojson/feature-query.ts';
import { parseFeatureLines } from '../../queries/geojson/parse-feature-chunk.ts';
import { parseValueTiles } from '../../queries/geojson/parse-features.ts';
import type { LayerColumn } from '../../queries/map-tiles/layer-columns.ts';
import type { MapTileData } from '../../queries/map-tiles/map-tile.ts';
import { createLayerColumns } from '../geojson/layer-columns.ts';

export type TileProperties = Readonly<Record<string, string | number | boolean>>;

/** The types of values in TileJSON. */
export type TileFieldType = 'String' | 'Number' | 'Boolean';

/** The type of the values of a column. Several values are one text. */
export function columnType({ datatype, isSingleValued }: LayerColumn): TileFieldType {
  if (!isSingleValued) return 'String';
  if (datatype === 'number') return 'Number';
  return datatype === 'boolean' ? 'Boolean' : 'String';
}

/** Adds the columns of a resource instance to the properties of its feature. */
export type ColumnReader = (resourceId: string, properties: TileProperties) => TileProperties;

/**
 * Creates a function that adds columns: the texts of the items of the collection, but as numbers and booleans where that is the type of the column, and
 * without those that are null. As in the items, a column has precedence over a property with its name.
 */
export function createColumnReader(
  { columns, sharedLines, values }: Pick<MapTileData, 'columns' | 'sharedLines' | 'values'>,
  languages: readonly string[],
): ColumnReader {
  if (columns.length === 0) return (_, properties) => properties;
  const types = new Map(columns.map((column) => [column.name, columnType(column)]));
  const columnsOf = createLayerColumns(parseFeatureLines(sharedLines), {
    ...defaultFeatureQuery,
    languages,
  });
  const columnsByResource = new Map(
    values.map(({ resourceId, lines }) => [
      resourceId,
      columnsOf(parseValueTiles(lines)).flatMap(([name, json]) => {
        const text: unknown = JSON.parse(json);
        return typeof text === 'string' ? [[name, toTyped(text, types.get(name))] as const] : [];
      }),
    ]),
  );
  return (resourceId, properties) =>
    Object.fromEntries([
      ...Object.entries(properties).filter(([name]) => !types.has(name)),
      ...(columnsByResource.get(resourceId) ?? []),
    ]);
}

/** Converts a text. One that is not of the type, or would lose digits, stays a text. */
function toTyped(text: string, type: TileFieldType | undefined): string | number | boolean {
  if (type === 'Number' && String(Number(text)) === text && Number.isFinite(Number(text)))
    return Number(text);
  if (type === 'Boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
