import { deriveColumnName } from '../graphs/node-names.ts';
import { labelWithCards } from '../graphs/node-widget.ts';
import { storesTextsByLanguage } from '../graphs/texts-by-language.ts';
import { pickText, type PreferredLanguages } from '../pick-language.ts';
import { listNodeColumns, type NodeColumnOptions } from './node-columns.ts';
import type { ColumnSource, Table, TableColumn } from './table-column.ts';
import type { TableModel, TableNode, TableNodegroup } from './table-model.ts';
import { firstFreeName } from './unique-name.ts';

export type TableOptions = NodeColumnOptions & {
  /** The languages of headings and labels. */
  readonly languages: PreferredLanguages;
};

/** Names that formats give to columns of their own. */
const reservedNames = ['fid', 'geom'];

/** How a record is named in every table. */
export const resourceIdColumn = 'resourceid';

const plainColumn = (name: string, kind: Exclude<ColumnSource['kind'], 'node'>): TableColumn => ({
  name,
  type: 'text',
  source: { kind },
  isList: false,
  isJoined: false,
});

/**
 * Plans the table of all records of a model, with a row for each.
 * @rule Imports and exports: Where are the values of a nodegroup with several tiles?
 * @param severalTiles whether cells have the values of nodegroups with several tiles too, or `planTileTable` has them. Geometries are
 *   always there.
 */
export function planRecordTable(
  model: TableModel,
  options: TableOptions,
  severalTiles: 'joined' | 'left out',
): Table {
  const several = listSeveral(model);
  const isLeftOut = ({ type, source }: TableColumn): boolean =>
    severalTiles === 'left out' &&
    type !== 'geometry' &&
    source.kind === 'node' &&
    several.has(source.node.nodegroupId);
  const columns = nameNodes(model, options).flatMap(({ node, name }) =>
    listNodeColumns(node, name, several.has(node.nodegroupId), optionsOf(model, options)),
  );
  return {
    name: nameModel(model),
    nodegroup: null,
    columns: nameUniquely([
      plainColumn(resourceIdColumn, 'resource id'),
      plainColumn('url', 'link'),
      ...columns.filter((column) => !isLeftOut(column)),
    ]),
  };
}

/** Plans the table of a nodegroup of which records may have several tiles, with a row for each tile. */
export function planTileTable(
  model: TableModel,
  nodegroup: TableNodegroup,
  options: TableOptions,
): Table {
  const isNested = listSeveral(model).has(nodegroup.parentNodegroupId ?? '');
  const nodes = nameNodes(model, options).filter(
    ({ node }) => node.nodegroupId === nodegroup.nodegroupId,
  );
  return {
    name: `${nameModel(model)}_${nameNodegroup(nodegroup)}`,
    nodegroup,
    columns: nameUniquely([
      plainColumn(resourceIdColumn, 'resource id'),
      plainColumn('tileid', 'tile id'),
      ...(isNested ? [plainColumn('parenttileid', 'parent tile id')] : []),
      ...nodes.flatMap(({ node, name }) =>
        listNodeColumns(node, name, false, optionsOf(model, options)),
      ),
    ]),
  };
}

/** The nodegroups of which records may have several tiles, and that have values. */
export function listTileNodegroups({ nodegroups, nodes }: TableModel): readonly TableNodegroup[] {
  return nodegroups.filter(
    ({ nodegroupId, hasSeveralTiles }) =>
      hasSeveralTiles && nodes.some((node) => node.nodegroupId === nodegroupId),
  );
}

/** The name of a nodegroup in the names of tables: its alias, otherwise the name that spatial views derive, otherwise its id. */
export function nameNodegroup({ alias, name, nodegroupId }: TableNodegroup): string {
  return alias || deriveColumnName(pickText(name, []) ?? '') || nodegroupId;
}

/** The name of the table of a model: lower-case letters, digits and underscores. */
const nameModel = ({ slug, graphId }: TableModel): string =>
  deriveColumnName(slug ?? '') || deriveColumnName(graphId);

const listSeveral = ({ nodegroups }: TableModel): ReadonlySet<string> =>
  new Set(
    nodegroups
      .filter(({ hasSeveralTiles }) => hasSeveralTiles)
      .map(({ nodegroupId }) => nodegroupId),
  );

const optionsOf = (model: TableModel, options: TableOptions): NodeColumnOptions =>
  storesTextsByLanguage(model) ? options : { ...options, textLanguages: [] };

type NamedNode = { readonly node: TableNode; readonly name: string };

function nameNodes(
  { nodes }: TableModel,
  { headings, languages }: TableOptions,
): readonly NamedNode[] {
  if (headings === 'labels')
    return labelWithCards(nodes, languages).map(({ node, label }) => ({ node, name: label }));
  return nodes.map((node) => ({
    node,
    name: node.alias || deriveColumnName(pickText(node.name, languages) ?? '') || node.nodeId,
  }));
}

function nameUniquely(columns: readonly TableColumn[]): readonly TableColumn[] {
  const taken = new Set<string>(reservedNames);
  return columns.map((column) => {
    const name = firstFreeName(column.name, (candidate) => taken.has(candidate.toLowerCase()));
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
}
