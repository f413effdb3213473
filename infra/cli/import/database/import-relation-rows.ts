import { recordOrigins, removeOrigins } from './queries/origin.ts';
import { removeResourceRelations } from '../relations/queries/write-relations.ts';
import type { ImportContext } from '../import-context.ts';
import { importRelations } from '../relations/import-relations.ts';
import { writeInBatches } from '../run-in-batches.ts';
import type { DatabaseSource } from './database-source.ts';
import { planRows } from './plan-rows.ts';
import { readSourceRelations, toRelationRows } from './source-rows.ts';

const rowsPerStatement = 5000;

/**
 * Imports the relations that are not values of tiles, and first removes those that the source no longer has, so that the result does not
 * count them as waiting for a resource instance that was deleted with them.
 */
export async function importSourceRelations(database: DatabaseSource, context: ImportContext) {
  const { dataApi, report, dryRun } = context;
  const relations = await readSourceRelations(database.source);
  const writtenIds = new Set<string>();
  const plan = await planRows('relation', toRelationRows(relations), dataApi, ({ id }) =>
    writtenIds.add(id),
  );
  report.add(database.label, plan.problems);
  const removedIds = [...plan.ownersOfRemovedRows.keys()];
  if (!dryRun && removedIds.length + plan.obsoleteOriginIds.length > 0)
    await dataApi.transaction(async ({ execute }) => {
      await writeInBatches(execute, removedIds, rowsPerStatement, removeResourceRelations);
      const ids = [...removedIds, ...plan.obsoleteOriginIds];
      await writeInBatches(execute, ids, rowsPerStatement, (batch) =>
        removeOrigins('relation', batch),
      );
    });
  const imported = await importRelations([database.label], context, {
    read: async () => ({
      relations: relations.filter(({ relationId }) => writtenIds.has(relationId)),
      rowCount: relations.length,
      problems: [],
    }),
    afterWrite: async ({ execute }, written) => {
      const rows = written.map(({ relationId: id }) => ({ id, hash: id }));
      await writeInBatches(execute, rows, rowsPerStatement, (batch) =>
        recordOrigins('relation', database.identity, batch),
      );
    },
  });
  return { ...imported, read: relations.length, removed: removedIds.length };
}
