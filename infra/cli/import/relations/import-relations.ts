import { countRelations, insertResourceRelations } from '../../../queries/write-relations.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { pluralize } from '../../text.ts';
import type { ImportContext } from '../import-context.ts';
import { runAndRollBack } from '../run-and-roll-back.ts';
import { runImporter } from '../run-importer.ts';
import { writeInBatches } from '../run-in-batches.ts';
import { readRelationsFile, type Relation } from './read-relations.ts';

const rowsPerStatement = 2000;

/** How relations are read, and what follows their import. */
export type RelationSource = {
  readonly read: typeof readRelationsFile;
  /** Called after the write of relations, in the same transaction. */
  readonly afterWrite?: (transaction: Transaction, relations: readonly Relation[]) => Promise<void>;
};

/**
 * Imports relations between resource instances. Rows with the same content count as one relation. A relation may be imported before the
 * resource instances at its ends.
 * @param source how relations are read; by default, from `.relations` files
 * @throws ImportStopped in a strict import
 */
export async function importRelations(
  files: readonly string[],
  context: ImportContext,
  source: RelationSource = { read: readRelationsFile },
) {
  const relationIds = new Set<string>();
  /** The number of rows of all files, including repeated and faulty ones. */
  let totalRows = 0;
  let leftOut = 0;
  let created = 0;
  return runImporter(
    {
      subject: 'Relations',
      async *read(file) {
        const { relations, rowCount, problems } = await source.read(file, context.encoding);
        totalRows += rowCount;
        leftOut += problems.length;
        yield { records: relations, size: rowCount, problems };
      },
      check: (relations: readonly Relation[]) => {
        const newRelations = relations.filter(({ relationId }) => !relationIds.has(relationId));
        for (const { relationId } of newRelations) relationIds.add(relationId);
        return newRelations;
      },
      write: async (relations) => {
        const relationRows = relations.map(toRow);
        const insert = ({ execute }: Transaction): Promise<number> =>
          writeInBatches(execute, relationRows, rowsPerStatement, insertResourceRelations);
        created += context.dryRun
          ? await runAndRollBack(context.dataApi, insert)
          : await context.dataApi.transaction(async (transaction) => {
              const count = await insert(transaction);
              await source.afterWrite?.(transaction, relations);
              return count;
            });
      },
      result: async () => {
        const { pending } = await readRelationCounts(context);
        return {
          read: relationIds.size,
          contents: [pluralize(totalRows, 'row')],
          rows: totalRows,
          created,
          leftOut,
          pending,
          notes: [formatPendingRelations(pending)],
        };
      },
    },
    files,
    context,
  );
}

function toRow(relation: Relation) {
  return {
    relation_id: relation.relationId,
    from_resource_id: relation.fromId,
    to_resource_id: relation.toId,
    relationship_type: relation.relationshipType,
    inverse_relationship_type: relation.inverseRelationshipType,
    notes: relation.notes,
    date_started: relation.dateStarted,
    date_ended: relation.dateEnded,
  };
}

/** Counts all relations, and those with an end that is not imported yet. */
export async function readRelationCounts({
  dataApi,
}: Pick<ImportContext, 'dataApi'>): Promise<{ readonly all: number; readonly pending: number }> {
  return runQuery(dataApi.read, countRelations());
}

export function formatPendingRelations(pending: number): string {
  return `Relations with an end that is not imported yet: ${pending}`;
}
