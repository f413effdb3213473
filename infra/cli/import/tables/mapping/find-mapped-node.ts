import { datatypeOf } from '../../../../../lib/model/datatypes/registry.ts';
import type { NodegroupId } from '../../../../../lib/model/ids.ts';
import { findNode, type CsvNode } from '../../csv/plan-columns.ts';
import type { PlanContext, ReportProblem } from './plan-context.ts';
import type { MappedColumn } from './table-mapping.ts';

const coordinateRoles: ReadonlySet<MappedColumn['is']> = new Set([
  'latitude',
  'longitude',
  'easting',
  'northing',
]);

/**
 * Finds the node of a column: by its alias, otherwise by the name that spatial views derive, otherwise by its id.
 * @returns undefined if there is none, several, or one that the column cannot have, which is reported
 */
export function findMappedNode(
  mapped: MappedColumn,
  nodegroupId: NodegroupId | null,
  { graph }: PlanContext,
  report: ReportProblem,
): CsvNode | undefined {
  const node = findNode(mapped.node ?? '', mapped.column, graph);
  if ('severity' in node) {
    report(node.message.replace(/^Column /, 'column '));
    return undefined;
  }
  const mismatch = describeMismatch(mapped, node, nodegroupId);
  if (mismatch === undefined) return node;
  report(`column ${JSON.stringify(mapped.column)}: the node ${mapped.node} ${mismatch}`);
  return undefined;
}

/** Describes why a column cannot have a node: the end of a sentence. */
function describeMismatch(
  { datatype, is }: MappedColumn,
  node: CsvNode,
  nodegroupId: NodegroupId | null,
): string | undefined {
  if (datatype !== undefined && datatype !== node.datatype)
    return `has the datatype ${node.datatype} in the model, and ${datatype} in the mapping. Correct the mapping.`;
  if (nodegroupId !== null && node.nodegroupId !== nodegroupId)
    return 'is not in the nodegroup of the table. Put it into the table of its nodegroup.';
  if (coordinateRoles.has(is) && datatypeOf(node.datatype).holds !== 'geometry')
    return 'has no geometries, so it cannot have coordinates.';
  return undefined;
}
