import type { NodegroupId } from '../../../../../lib/model/ids.ts';
import { findMappedNode } from './find-mapped-node.ts';
import type { PlacedColumn, PlanContext, ReportProblem } from './plan-context.ts';
import { readSrid } from './read-srid.ts';
import type { MappedColumn } from './table-mapping.ts';
import type { PointColumns } from './table-plan.ts';

const roles = {
  degrees: { x: 'longitude', y: 'latitude' },
  grid: { x: 'easting', y: 'northing' },
} as const;

/** Finds the pairs of columns with coordinates: latitude and longitude, or easting and northing with a reference system. */
export function planPoints(
  columns: readonly PlacedColumn[],
  nodegroupId: NodegroupId | null,
  context: PlanContext,
  report: ReportProblem,
): readonly PointColumns[] {
  return Object.values(roles).flatMap(({ x, y }) => {
    const isOfPair = ({ is }: MappedColumn): boolean => is === x || is === y;
    const byNode = Map.groupBy(columns.filter(isOfPair), ({ node = '' }) => node);
    return [...byNode].flatMap(([name, pair]) => {
      const [first, second, third] = pair;
      const xColumn = pair.find(({ is }) => is === x);
      const yColumn = pair.find(({ is }) => is === y);
      if (first === undefined || !xColumn || !yColumn || third !== undefined) {
        report(
          `the node ${name || '(none)'} needs one column with "is: ${x}", and one with "is: ${y}".`,
        );
        return [];
      }
      const crs = first.crs ?? second?.crs;
      if (x === 'easting' && crs === undefined) {
        report(
          `the columns ${JSON.stringify(xColumn.column)} and ${JSON.stringify(yColumn.column)} need the reference system of their coordinates, such as "crs: EPSG:27700".`,
        );
        return [];
      }
      const node = findMappedNode(first, nodegroupId, context, report);
      if (node === undefined) return [];
      return [
        {
          node,
          x: { position: xColumn.position, heading: xColumn.column },
          y: { position: yColumn.position, heading: yColumn.column },
          srid: readSrid(crs ?? 'EPSG:4326'),
        },
      ];
    });
  });
}
