import { evaluateAccess, type Access } from '../world/access.ts';
import { readerGroup } from '../world/reader-group.ts';
import type { Row, Tables } from '../world/tables.ts';
import { formatExpectedShape, geometryTypeOf } from './shapes.ts';
import { joinTexts, createDisplayText, type DisplayText } from './display-text.ts';

/*
 * Evaluates from whole tables which rows every spatial view must show, in the simplest way: it goes through all tiles.
 */

/** A row without its gid: tile, node, resource instance, geometry, then the attributes in their order. */
export type ViewRow = readonly (string | null)[];

/** The sorted rows of views by their qualified names. */
export type ViewRows = ReadonlyMap<string, readonly ViewRow[]>;

const families = ['point', 'linestring', 'polygon'] as const;

/** Names of the database views of a spatial view, without the schema. */
export function listExpectedViewNames(view: Row<'spatial_view'>): readonly string[] {
  if (view.is_mixed_geometry_types) return [`${view.slug}_mixed_geom`];
  return families.map((family) => `${view.slug}_${family}`);
}

export function sortViewRows(rows: readonly ViewRow[]): readonly ViewRow[] {
  return rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .toSorted((first, second) => (first.key < second.key ? -1 : 1))
    .map(({ row }) => row);
}

/** The rows that every active spatial view must have. */
export function evaluateExpectedRows(tables: Tables): ViewRows {
  const access = evaluateAccess(tables, { group: readerGroup });
  const displayText = createDisplayText(tables, access);
  const rows = new Map<string, readonly ViewRow[]>();
  for (const view of tables.spatial_view) {
    if (!view.is_active) continue;
    const viewRows = evaluateView(view, tables, access, displayText);
    for (const name of listExpectedViewNames(view)) {
      const ownRows = viewRows.filter(({ type }) => belongsToView(name, type, view));
      rows.set(`${view.schema_name}.${name}`, sortViewRows(ownRows.map(({ row }) => row)));
    }
  }
  return rows;
}

function belongsToView(name: string, type: string, view: Row<'spatial_view'>): boolean {
  if (view.is_mixed_geometry_types) return true;
  return name === `${view.slug}_${type.replace('Multi', '').toLowerCase()}`;
}

function evaluateView(
  view: Row<'spatial_view'>,
  tables: Tables,
  { mayRead, maySee }: Access,
  displayText: DisplayText,
): readonly { readonly type: string; readonly row: ViewRow }[] {
  const node = view.geometry_node_id;
  const geometryNode = tables.node.find(({ node_id }) => node_id === node);
  const nodegroup = geometryNode?.nodegroup_id ?? null;
  if (geometryNode?.datatype !== 'geojson-feature-collection') return [];
  if (nodegroup === null || !mayRead(nodegroup)) return [];
  const languages = [view.language_id, defaultLanguage(tables)];
  const tilesByResource = Map.groupBy(tables.tile, ({ resource_id }) => resource_id);
  return (
    tables.tile
      // If a node has moved out of the nodegroup of the tile, both nodegroups must be readable.
      .filter((tile) => mayRead(tile.nodegroup_id) && maySee(tile.resource_id))
      .flatMap((tile) =>
        listGeometries(tile.data[node]).map((geometry) => ({
          type: geometryTypeOf(geometry) ?? '',
          row: [
            tile.tile_id,
            node,
            tile.resource_id,
            formatExpectedShape(geometry, view.srid),
            ...view.attribute_nodes.map(({ nodeid }) =>
              evaluateAttribute(nodeid, tilesByResource.get(tile.resource_id) ?? []),
            ),
          ],
        })),
      )
  );

  function evaluateAttribute(nodeId: string, tiles: Tables['tile']): string | null {
    const columnNode = tables.node.find(({ node_id }) => node_id === nodeId);
    if (columnNode?.nodegroup_id === undefined || columnNode.nodegroup_id === null) return null;
    if (!mayRead(columnNode.nodegroup_id)) return null;
    return joinTexts(
      tiles
        .filter(({ nodegroup_id }) => nodegroup_id === columnNode.nodegroup_id)
        .toSorted(
          (first, second) =>
            (first.sort_order ?? 0) - (second.sort_order ?? 0) ||
            first.position - second.position ||
            (first.tile_id < second.tile_id ? -1 : 1),
        )
        .map(({ data }) => displayText(data[nodeId], columnNode, languages)),
    );
  }
}

/** The language of texts that have no translation into the language of the view. */
function defaultLanguage({ setting: settings }: Tables): string {
  return settings.find(({ name }) => name === 'language')?.value ?? 'en-US';
}

function listGeometries(value: unknown): readonly unknown[] {
  const features = readMember(value, 'features');
  if (!Array.isArray(features)) return [];
  return features
    .map((feature: unknown) => readMember(feature, 'geometry'))
    .filter((geometry) => geometryTypeOf(geometry) !== undefined);
}

function readMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
