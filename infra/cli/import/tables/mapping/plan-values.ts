import { maxTiles } from '../../../../../lib/model/graphs/cardinality.ts';
import type { NodegroupId } from '../../../../../lib/model/ids.ts';
import { resolveLanguage } from '../../csv/heading-language.ts';
import { storesLanguages } from '../../csv/column-language.ts';
import type { CsvNode } from '../../csv/plan-columns.ts';
import type { FileTable } from '../table-cell.ts';
import { findMappedNode } from './find-mapped-node.ts';
import type { PlacedColumn, PlanContext, ReportProblem } from './plan-context.ts';
import { readSrid } from './read-srid.ts';
import type { ValueColumn } from './table-plan.ts';

/** Plans the columns with values of nodes. */
export function planValues(
  columns: readonly PlacedColumn[],
  table: FileTable,
  nodegroupId: NodegroupId | null,
  context: PlanContext,
  report: ReportProblem,
): readonly ValueColumn[] {
  const slots = new Map<string, number>();
  const readColumns = columns.filter((column) => isRead(column, columns, context));
  return readColumns.flatMap((column) => {
    const node = findMappedNode(column, nodegroupId, context, report);
    if (node === undefined) return [];
    const language = readLanguage(column, node, context, report);
    const key = `${node.nodeId} ${language ?? ''}`;
    const slot = slots.get(key) ?? 0;
    slots.set(key, slot + 1);
    if (slot > 0 && !mayRepeat(column, node, context))
      report(`several columns have the node ${column.node}, of which a record has one value.`);
    return [
      {
        position: column.position,
        heading: column.column,
        node,
        language,
        slot,
        isList: column.joins.includes('elements'),
        isJoined: column.joins.includes('tiles'),
        isExported: column.datatype !== undefined && language === null,
        srid: readColumnSrid(column, table, context, report),
        labelPosition: findLabel(column, columns),
        isCombined: column.is === 'geometry of several tiles',
      },
    ];
  });
}

/**
 * Whether the cells of a column are read. What a column has in place of a value is not, unless no other column has the value. Combined
 * geometries are not, if another table has a row for each tile.
 */
function isRead(
  { node, is, ignore }: PlacedColumn,
  columns: readonly PlacedColumn[],
  { mapping }: PlanContext,
): boolean {
  if (ignore === true) return false;
  if (is === undefined) return true;
  if (is === 'label')
    return !columns.some((other) => other.node === node && other.is === undefined);
  return (
    is === 'geometry of several tiles' &&
    !mapping.tables.some(
      ({ nodegroup, columns: others }) =>
        nodegroup !== undefined && others.some((other) => other.node === node),
    )
  );
}

const findLabel = (
  { node, is }: PlacedColumn,
  columns: readonly PlacedColumn[],
): number | undefined =>
  is === undefined
    ? columns.find((other) => other.node === node && other.is === 'label')?.position
    : undefined;

/** Several columns of a node are several tiles of its nodegroup, unless the cells of one already have several. */
function mayRepeat({ joins }: PlacedColumn, node: CsvNode, { graph }: PlanContext): boolean {
  const nodegroup = graph.nodegroups.find(
    ({ nodegroupId }) => String(nodegroupId) === node.nodegroupId,
  );
  return !joins.includes('tiles') && nodegroup !== undefined && maxTiles(nodegroup) > 1;
}

/** @returns the tag that is stored; null for values that are no texts by language */
function readLanguage(
  { column, language: tag, node: name }: PlacedColumn,
  node: CsvNode,
  { graph, languages, language: defaultLanguage }: PlanContext,
  report: ReportProblem,
): string | null {
  if (!storesLanguages(node, graph)) {
    if (tag !== undefined)
      report(
        `column ${JSON.stringify(column)}: the node ${name} has no texts by language. Remove its language.`,
      );
    return null;
  }
  if (tag === undefined) return defaultLanguage;
  const language = resolveLanguage(tag, languages);
  if (language === undefined)
    report(
      `column ${JSON.stringify(column)}: ${tag} is no registered language. Write the tag of a language, such as en or fr-CA.`,
    );
  return language?.tag ?? defaultLanguage;
}

/** The reference system that the file names counts before that of the mapping. */
function readColumnSrid(
  { column, crs, position }: PlacedColumn,
  { crs: crsOfFile, geometryHeading, headings }: FileTable,
  { mapping }: PlanContext,
  report: ReportProblem,
): number {
  const isFeatureGeometry = headings[position] === geometryHeading;
  if (isFeatureGeometry && crsOfFile !== undefined) {
    if (crs !== undefined && crs !== crsOfFile)
      report(
        `column ${JSON.stringify(column)}: the file says that its geometries are in ${crsOfFile}, and the mapping says ${crs}. Correct the mapping.`,
      );
    return readSrid(crsOfFile);
  }
  return readSrid(crs ?? mapping.crs);
}
