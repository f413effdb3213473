import { readableBy } from './rights.ts';
import { expectedShape, geometryTypeOf } from './shapes.ts';
import type { StoredTables, StoredView } from './stored-tables.ts';
import { joinTexts, displayTextOf, type DisplayText } from './display-text.ts';

/*
 * What every spatial view must show, worked out in the plainest way from what is stored: by going through all tiles.
 */

/** A row without its gid: tile, node, resource instance, geometry, then the attributes in their order. */
export type ViewRow = readonly (string | null)[];

/** The rows of views by their qualified names, in any fixed order. */
export type ViewRows = ReadonlyMap<string, readonly ViewRow[]>;

const families = ['point', 'linestring', 'polygon'] as const;

/** The views that a spatial view has, by their names without the schema. */
export function expectedViewNames(view: StoredView): readonly string[] {
  if (view.is_mixed_geometry_types) return [`${view.slug}_mixed_geom`];
  return families.map((family) => `${view.slug}_${family}`);
}

/** Puts rows into one order, whatever order they came in. */
export function sortViewRows(rows: readonly ViewRow[]): readonly ViewRow[] {
  return rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ row }) => row);
}

/** The rows that every active spatial view must have. */
export function expectedRows(stored: StoredTables): ViewRows {
  const readable = readableBy(stored);
  const words = displayTextOf(stored, readable);
  const rows = new Map<string, readonly ViewRow[]>();
  for (const view of stored.views) {
    if (!view.is_active) continue;
    const all = rowsOf(view, stored, readable, words);
    for (const name of expectedViewNames(view)) {
      const own = all.filter(({ type }) => isIn(name, type, view));
      rows.set(`${view.schema_name}.${name}`, sortViewRows(own.map(({ row }) => row)));
    }
  }
  return rows;
}

function isIn(name: string, type: string, view: StoredView): boolean {
  if (view.is_mixed_geometry_types) return true;
  return name === `${view.slug}_${type.replace('Multi', '').toLowerCase()}`;
}

function rowsOf(
  view: StoredView,
  stored: StoredTables,
  { mayRead, maySee }: ReturnType<typeof readableBy>,
  words: DisplayText,
): readonly { readonly type: string; readonly row: ViewRow }[] {
  const node = view.geometry_node_id;
  const found = stored.nodes.find(({ node_id }) => node_id === node);
  const nodegroup = found?.nodegroup_id ?? null;
  if (found?.datatype !== 'geojson-feature-collection' || nodegroup === null || !mayRead(nodegroup))
    return [];
  const languages = [view.language_id, languageOfService(stored)];
  const tilesOf = Map.groupBy(stored.tiles, ({ resource_id }) => resource_id);
  return (
    stored.tiles
      // A node may have been in the nodegroup of the tile before, and then both have to be readable.
      .filter((tile) => mayRead(tile.nodegroup_id) && maySee(tile.resource_id))
      .flatMap((tile) =>
        geometriesOf(tile.data[node]).map((geometry) => ({
          type: geometryTypeOf(geometry) ?? '',
          row: [
            tile.tile_id,
            node,
            tile.resource_id,
            expectedShape(geometry, view.srid),
            ...view.attribute_nodes.map(({ nodeid }) =>
              attribute(nodeid, tilesOf.get(tile.resource_id) ?? []),
            ),
          ],
        })),
      )
  );

  function attribute(nodeId: string, tiles: StoredTables['tiles']): string | null {
    const column = stored.nodes.find(({ node_id }) => node_id === nodeId);
    if (column?.nodegroup_id === undefined || column.nodegroup_id === null) return null;
    if (!mayRead(column.nodegroup_id)) return null;
    return joinTexts(
      tiles
        .filter(({ nodegroup_id }) => nodegroup_id === column.nodegroup_id)
        .toSorted(
          (one, other) =>
            (one.sort_order ?? 0) - (other.sort_order ?? 0) ||
            (one.tile_id < other.tile_id ? -1 : 1),
        )
        .map(({ data }) => words(data[nodeId], column, languages)),
    );
  }
}

/** The language of texts that are not there in the one of the view. */
function languageOfService({ settings }: StoredTables): string {
  return settings.find(({ name }) => name === 'language')?.value ?? 'en-US';
}

function geometriesOf(value: unknown): readonly unknown[] {
  const features = member(value, 'features');
  if (!Array.isArray(features)) return [];
  return features
    .map((feature: unknown) => member(feature, 'geometry'))
    .filter((geometry) => geometryTypeOf(geometry) !== undefined);
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
