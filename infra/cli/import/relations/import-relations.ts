import { countRelations, insertResourceRelations } from './queries/write-relations.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { pluralize } from '../../text.ts';
import { importWarning } from '../import-problems.ts';
import type { ImportContext } from '../import-context.ts';
import { runAndRollBack } from '../run-and-roll-back.ts';
import { runImporter } from '../run-importer.ts';
import { writeInBatches } from '../run-in-batches.ts';
import { ResourceLookup } from '../resource-lookup.ts';
import { readRelationsFile, type Relation, type RelationsOfFile } from './read-relations.ts';

const rowsPerStatement = 2000;

/** How relations are read, and what follows their import. */
export type RelationSource = {
  readonly read: (file: string, context: ImportContext) => Promise<RelationsOfFile>;
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
  source: RelationSource = { read: readFile },
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
        const { relations, rowCount, problems } = await source.read(file, context);
        totalRows += rowCount;
        leftOut += countFaultyRows(problems);
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

const readFile: RelationSource['read'] = async (file, { dataApi, encoding, dryRun }) => {
  const lookup = new ResourceLookup(dataApi);
  const result = await readRelationsFile(file, encoding, async (texts) => {
    await lookup.load(texts);
    return (text) => lookup.find(text);
  });
  return dryRun ? { ...result, problems: withoutUncheckedEnds(result.problems) } : result;
};

/** Replaces the errors of unknown ends by one warning, because a dry run does not store the resource instances of its files. */
function withoutUncheckedEnds(problems: readonly Problem[]): readonly Problem[] {
  const unchecked = problems.filter(({ code }) => code === 'invalid_relation_end').length;
  if (unchecked === 0) return problems;
  const message = `${pluralize(unchecked, 'end')} of relations could not be checked, because a dry run does not store the resource instances of its files.`;
  return [
    ...problems.filter(({ code }) => code !== 'invalid_relation_end'),
    importWarning('labels_not_checked', message),
  ];
}

/** Counts rows: both ends of a row can have a problem. */
function countFaultyRows(problems: readonly Problem[]): number {
  const rows = problems.flatMap(({ pointer }) => pointer.split('/')[1] ?? []);
  return new Set(rows).size;
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
