import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import { findNodesByName } from '../../../../../lib/model/graphs/node-names.ts';
import { parseNodegroupId, type NodegroupId } from '../../../../../lib/model/ids.ts';
import { exportSeparators } from '../../../../../lib/model/tables/joined-texts.ts';
import { geometryColumnName } from '../../../../../lib/model/tables/spatial-table.ts';
import { listExamples } from '../../import-problems.ts';
import type { FileTable } from '../table-cell.ts';
import type { PlanContext, ReportProblem } from './plan-context.ts';
import { planPoints } from './plan-points.ts';
import { planValues } from './plan-values.ts';
import type { MappedColumn, MappedTable } from './table-mapping.ts';
import type { TablePlan } from './table-plan.ts';

/**
 * Plans how the rows of a table become tiles: which node each column has, and what makes the id of a record.
 * @rule Imports and exports: What must the mapping of an imported table say?
 * @param report receives what is wrong; the plan counts only if nothing is
 */
export function planTable(
  mapped: MappedTable,
  table: FileTable,
  context: PlanContext,
  report: ReportProblem,
): TablePlan {
  const headings = nameGeometry(table, mapped);
  reportHeadings(headings, mapped, report);
  const columns = mapped.columns
    .map((column) => ({ ...column, position: headings.indexOf(column.column) }))
    .filter(({ position }) => position !== -1);
  // A column of the key may be there for the id alone.
  const valueColumns = columns.filter(
    ({ node, column }) => node !== undefined || !mapped.key.includes(column),
  );
  const positionOf = (role: MappedColumn['is']): number | undefined =>
    columns.find(({ is }) => is === role)?.position;
  const nodegroupId = findNodegroup(mapped, context.graph, report);
  const { separators } = context.mapping;
  return {
    table,
    headings,
    name: mapped.table,
    nodegroupId,
    key: planKey(mapped, headings, positionOf('resource id'), report),
    tileIdPosition: positionOf('tile id'),
    parentTileIdPosition: positionOf('parent tile id'),
    values: planValues(valueColumns, table, nodegroupId, context, report),
    points: planPoints(columns, nodegroupId, context, report),
    separators: separators
      ? { ...separators, escape: separators.escape ?? null }
      : exportSeparators,
    isGuarded: context.mapping.escape === 'apostrophe',
  };
}

/** The geometry of a feature has the name of exports if the mapping does not have that of the file. */
function nameGeometry(
  { headings, geometryHeading }: FileTable,
  { columns }: MappedTable,
): readonly string[] {
  const isMapped = columns.some(({ column }) => column === geometryHeading);
  return headings.map((heading) =>
    heading === geometryHeading && !isMapped ? geometryColumnName : heading,
  );
}

/** Reports headings that several columns have, columns that the mapping does not have, and a mapping of which the file has no column. */
function reportHeadings(
  headings: readonly string[],
  { columns }: MappedTable,
  report: ReportProblem,
): void {
  const repeated = headings.filter((heading, index) => headings.indexOf(heading) !== index);
  if (repeated.length > 0)
    report(`several columns have the heading ${quote(repeated)}. Give each its own.`);
  const mapped = new Set(columns.map(({ column }) => column));
  const unknown = headings.filter((heading) => !mapped.has(heading));
  if (unknown.length > 0)
    report(
      `the mapping does not have the columns ${quote(unknown)}. Add them, with ignore: true if they are not to be imported.`,
    );
  if (!headings.some((heading) => mapped.has(heading)))
    report(`no heading is in the mapping. The headings are ${quote(headings)}.`);
}

const quote = (names: readonly string[]): string =>
  listExamples(names.map((name) => JSON.stringify(name)));

function planKey(
  { key }: MappedTable,
  headings: readonly string[],
  idPosition: number | undefined,
  report: ReportProblem,
): TablePlan['key'] {
  if (idPosition !== undefined) return { kind: 'id', positions: [idPosition] };
  const missing = key.filter((heading) => !headings.includes(heading));
  if (missing.length > 0) report(`the file has no column ${quote(missing)} of the key.`);
  if (key.length === 0)
    report(
      'nothing identifies its records, so that importing it again would write them twice. Name in key the columns that identify a record, or map a column with "is: resource id".',
    );
  return { kind: 'columns', positions: key.map((heading) => headings.indexOf(heading)) };
}

function findNodegroup(
  { nodegroup }: MappedTable,
  { nodes }: CompiledGraph,
  report: ReportProblem,
): NodegroupId | null {
  if (nodegroup === undefined) return null;
  const collectors = nodes.filter(({ isCollector }) => isCollector);
  const [node, another] = findNodesByName(collectors, nodegroup);
  if (node !== undefined && another === undefined) return parseNodegroupId(node.nodeId);
  report(
    node === undefined
      ? `the model has no nodegroup ${nodegroup}.`
      : `several nodegroups of the model are called ${nodegroup}. Write the id of one.`,
  );
  return null;
}
