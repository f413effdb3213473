import * as z from 'zod';

import { readPages, type PagedStatement } from '../../../../lib/data-api/read-pages.ts';
import { quoteCell } from '../../../../lib/serializers/tables/csv.ts';
import { addFile, type PackageExport } from './package-export.ts';

const optionalText = z.string().nullable();

const relationSchema = z.object({
  from_resource_id: z.string(),
  to_resource_id: z.string(),
  relationship_type: optionalText,
  inverse_relationship_type: optionalText,
  date_started: optionalText,
  date_ended: optionalText,
  notes: optionalText,
});

type Column = keyof z.output<typeof relationSchema>;

/** The column of the table for each heading of the file. */
const columnsByHeading: Readonly<Record<string, Column>> = {
  resourceinstanceidfrom: 'from_resource_id',
  resourceinstanceidto: 'to_resource_id',
  relationshiptype: 'relationship_type',
  inverserelationshiptype: 'inverse_relationship_type',
  datestarted: 'date_started',
  dateended: 'date_ended',
  notes: 'notes',
};

/**
 * Writes the relations that do not come from tiles as a `.relations` file (CSV).
 * @param relations rows of the table `resource_relation` as JSON
 */
export async function writeRelationsFile(
  packageExport: PackageExport,
  relations: PagedStatement,
): Promise<void> {
  let count = 0;
  async function* streamParts(): AsyncGenerator<string> {
    yield `${Object.keys(columnsByHeading).join(',')}\n`;
    for await (const items of readPages(packageExport.snapshot, relations, 1)) {
      yield items.map((item) => formatRow(relationSchema.parse(JSON.parse(item)))).join('');
      count += items.length;
    }
  }
  const file = 'business_data/relations/all.relations';
  await addFile(packageExport, 'relations', file, { parts: streamParts(), count: () => count });
}

function formatRow(relation: z.output<typeof relationSchema>): string {
  const cells = Object.values(columnsByHeading).map((column) => quoteCell(relation[column] ?? ''));
  return `${cells.join(',')}\n`;
}
