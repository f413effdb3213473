import path from 'node:path';

import { stringify } from 'yaml';

import type { TableMapping } from '../mapping/table-mapping.ts';
import type { TablePlan } from '../mapping/table-plan.ts';

/** The columns that a file of rejected rows adds: the number of the row in the imported file, and what is wrong with it. */
export const rejectedColumns = ['hds_row', 'hds_problems'] as const;

/** Writes the mapping of a file of rejected rows: that of their table, with the reference system in which its geometries are. */
export function writeRejectedMapping(file: string, plan: TablePlan, mapping: TableMapping): string {
  const table = mapping.tables.find(({ table }) => table === plan.name);
  const added: ReadonlySet<string> = new Set(rejectedColumns);
  const columns = (table?.columns ?? [])
    .filter(({ column }) => !added.has(column))
    .map(({ joins, crs, ...column }) => {
      const srid = plan.values.find(({ heading }) => heading === column.column)?.srid;
      const system = crs ?? (srid === undefined ? undefined : `EPSG:${srid}`);
      return {
        ...column,
        ...(joins.length > 0 ? { joins } : {}),
        ...(system === undefined || system === mapping.crs ? {} : { crs: system }),
      };
    });
  const content = {
    ...mapping,
    file: path.basename(file),
    escape: 'apostrophe',
    tables: [
      {
        ...table,
        columns: [...columns, ...rejectedColumns.map((column) => ({ column, ignore: true }))],
      },
    ],
  };
  return stringify(content, { lineWidth: 0 });
}
