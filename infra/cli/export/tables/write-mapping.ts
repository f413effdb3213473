import path from 'node:path';

import { stringify } from 'yaml';

import { findNodesByName } from '../../../../lib/model/graphs/node-names.ts';
import { elementSeparator, tileSeparator } from '../../../../lib/model/tables/joined-texts.ts';
import { nameNodegroup, resourceIdColumn } from '../../../../lib/model/tables/plan-tables.ts';
import type { Table, TableColumn } from '../../../../lib/model/tables/table-column.ts';
import type { TableModel, TableNode } from '../../../../lib/model/tables/table-model.ts';

/** The version of the format of mappings. */
const mappingVersion = 1;

/**
 * Writes the mapping of a file: which node each column of its tables has, and how its cells are read. It is YAML, and names nodes by their alias
 * if only one has it, otherwise by id.
 * @param options whether texts are guarded against spreadsheets
 * @rule Imports and exports: What does the mapping of a table say?
 */
export function writeMapping(
  file: string,
  model: TableModel,
  tables: readonly Table[],
  { isGuarded }: { readonly isGuarded: boolean },
): string {
  const mapping = {
    version: mappingVersion,
    file: path.basename(file),
    graph: model.slug ?? model.graphId,
    crs: 'EPSG:4326',
    ...(isGuarded ? { escape: 'apostrophe' } : {}),
    separators: { elements: elementSeparator, tiles: tileSeparator, escape: '\\' },
    tables: tables.map((table) => ({
      table: table.name,
      ...(table.nodegroup === null ? {} : { nodegroup: nameNodegroup(table.nodegroup) }),
      key: [resourceIdColumn, ...(table.nodegroup === null ? [] : ['tileid'])],
      columns: table.columns.map((column) => describeColumn(column, table, model)),
    })),
  };
  return stringify(mapping, { lineWidth: 0 });
}

/**
 * Describes a column. `is` says what it has in place of a value: it is not read back, unless it is an id. `values` says what a cell joins:
 * elements of a list, tiles, or both.
 */
function describeColumn(
  { name, source, isList, isJoined }: TableColumn,
  table: Table,
  model: TableModel,
): Readonly<Record<string, unknown>> {
  if (source.kind !== 'node') return { column: name, is: source.kind };
  const { node, part } = source;
  const joins = [...(isList ? ['elements'] : []), ...(isJoined ? ['tiles'] : [])];
  const isCombined =
    part.kind === 'geometry' && table.nodegroup === null && hasSeveralTiles(node, model);
  return {
    column: name,
    node: nameNode(node, model),
    datatype: node.datatype,
    ...(part.kind === 'label' ? { is: 'label' } : {}),
    ...(isCombined ? { is: 'geometry of several tiles' } : {}),
    ...(part.kind === 'text' ? { language: part.language } : {}),
    ...(part.kind !== 'label' && joins.length > 0 ? { joins } : {}),
  };
}

const hasSeveralTiles = ({ nodegroupId }: TableNode, { nodegroups }: TableModel): boolean =>
  nodegroups.some(
    (nodegroup) => nodegroup.nodegroupId === nodegroupId && nodegroup.hasSeveralTiles,
  );

function nameNode(node: TableNode, { nodes }: TableModel): string {
  const { alias, nodeId } = node;
  if (!alias) return nodeId;
  const [match, another] = findNodesByName(nodes, alias);
  return match === node && another === undefined ? alias : nodeId;
}

/** Returns the name of the file with the mapping: `places.csv` has `places.csv.mapping.yaml`. */
export const mappingFileName = (file: string): string => `${file}.mapping.yaml`;
