import { inBatches } from '../../../../lib/data-api/batches.ts';
import { run } from '../../../../lib/data-api/query.ts';
import { countRelations, mergeRelations } from '../../../queries/write-relations.ts';
import { readOrReport, reportProblems, type ImportContext } from '../context.ts';
import { counted } from '../../words.ts';
import { distinctFiles } from '../distinct-files.ts';
import { readRelationsFile } from './read-relations.ts';

const rowsPerStatement = 2000;

/** What an import of relations met and changed. */
export type RelationsImported = {
  readonly rows: number;
  readonly distinct: number;
  readonly created: number;
};

/**
 * Imports relations between resource instances. Rows that say the same are one relation. A relation whose ends are not
 * there yet is kept; nothing needs to be done when they arrive. A file that cannot be read is reported and left out.
 * @throws ImportStopped in a strict import
 */
export async function importRelations(
  files: readonly string[],
  context: ImportContext,
): Promise<RelationsImported> {
  const step = context.progress.begin('Relations', files.length);
  const total = { rows: 0, created: 0 };
  const distinct = new Set<string>();
  for (const file of distinctFiles(files, context)) {
    step.advance(1);
    const read = await readOrReport(file, context, () => readRelationsFile(file));
    if (read === undefined) continue;
    const { relations, rowCount, problems } = read;
    reportProblems(file, problems, context);
    total.rows += rowCount;
    const further = relations.filter(({ relationId }) => !distinct.has(relationId));
    for (const { relationId } of further) distinct.add(relationId);
    const rows = further.map((relation) => ({
      relation_id: relation.relationId,
      from_resource_id: relation.fromId,
      to_resource_id: relation.toId,
      relationship_type: relation.relationshipType,
      inverse_relationship_type: relation.inverseRelationshipType,
      notes: relation.notes,
      date_started: relation.dateStarted,
      date_ended: relation.dateEnded,
    }));
    for (const batch of context.dryRun ? [] : inBatches(rows, rowsPerStatement)) {
      total.created += await run(context.data.write, mergeRelations(batch));
    }
  }
  step.done(`${counted(total.rows, 'row')}, ${distinct.size} distinct, ${total.created} new`);
  return { ...total, distinct: distinct.size };
}

/** How many relations there are, and how many of them still wait for an end. */
export async function relationCounts(
  context: Pick<ImportContext, 'data'>,
): Promise<{ readonly all: number; readonly pending: number }> {
  return run(context.data.read, countRelations());
}
