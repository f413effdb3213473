import { isNumericValue } from '../../model/datatypes/values/decimal.ts';
import { joinTexts, tileSeparator } from '../../model/tables/joined-texts.ts';
import type { Cell, Row } from '../../model/tables/cell.ts';
import type { NodeSource, Table, TableColumn } from '../../model/tables/table-column.ts';
import type { TreeTile } from '../../model/resources/resource-tree.ts';
import { resourceUri } from '../../model/uris.ts';
import { combineGeometries } from './combine-geometries.ts';
import { writeNodeTexts, type TextContext } from './node-texts.ts';

/** A record with its tiles in order, and what its values refer to. */
export type RecordWithTiles = {
  readonly resourceId: string;
  readonly tiles: readonly TreeTile[];
  readonly context: TextContext;
};

/** Writes the rows of a record in a table: one, or one for each tile of the nodegroup of the table. */
export function writeTableRows(
  record: RecordWithTiles,
  { nodegroup, columns }: Pick<Table, 'nodegroup' | 'columns'>,
): readonly Row[] {
  const tilesByNodegroup = Map.groupBy(record.tiles, ({ nodegroupId }) => nodegroupId);
  if (nodegroup !== null) {
    const tiles = tilesByNodegroup.get(nodegroup.nodegroupId) ?? [];
    return tiles.map((tile) => columns.map((column) => writeCell(column, [tile], record)));
  }
  const tilesOf = ({ source }: TableColumn): readonly TreeTile[] =>
    source.kind === 'node' ? (tilesByNodegroup.get(source.node.nodegroupId) ?? []) : [];
  return [columns.map((column) => writeCell(column, tilesOf(column), record))];
}

function writeCell(
  column: TableColumn,
  tiles: readonly TreeTile[],
  { resourceId, context }: RecordWithTiles,
): Cell {
  const { source } = column;
  if (source.kind === 'node') return writeNodeCell(column, source, tiles, context);
  if (source.kind === 'resource id') return resourceId;
  if (source.kind === 'link') return resourceUri(context.baseUrl, resourceId);
  const [tile] = tiles;
  return (source.kind === 'tile id' ? tile?.tileId : tile?.parentTileId) ?? null;
}

function writeNodeCell(
  column: TableColumn,
  { node, part }: NodeSource,
  tiles: readonly TreeTile[],
  context: TextContext,
): Cell {
  const values = tiles.map(({ data }) => data[node.nodeId] ?? null);
  if (column.type === 'geometry') return combineGeometries(values);
  const [value] = values;
  if (column.type === 'number' && isNumericValue(value)) return value;
  if (column.type === 'boolean' && typeof value === 'boolean') return value;
  const texts = values.map((value) =>
    value === null ? [] : writeNodeTexts(value, node, part, context),
  );
  return part.kind === 'label' ? joinLabels(texts) : joinTexts(texts, column);
}

/** Joins labels as `joinTexts` joins values, but for people: without escapes. */
function joinLabels(tiles: readonly (readonly string[])[]): string | null {
  const labels = tiles.map(([label = '']) => label);
  return labels.every((label) => label === '') ? null : labels.join(` ${tileSeparator} `);
}
