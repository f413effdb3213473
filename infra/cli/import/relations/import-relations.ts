import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { countRelations, insertResourceRelations } from '../../../queries/write-relations.ts';
import { readOrReport, reportProblems, type ImportContext } from '../import-context.ts';
import { pluralize } from '../../text.ts';
import { skipRepeatedFiles } from '../skip-repeated-files.ts';
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
  for (const file of skipRepeatedFiles(files, context)) {
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
    for (const batch of context.dryRun ? [] : splitIntoBatches(rows, rowsPerStatement)) {
      total.created += await runQuery(context.data.write, insertResourceRelations(batch));
    }
  }
  step.done(`${pluralize(total.rows, 'row')}, ${distinct.size} distinct, ${total.created} new`);
  return { ...total, distinct: distinct.size };
}

/** How many relations there are, and how many of them still wait for an end. */
export async function readRelationCounts(
  context: Pick<ImportContext, 'data'>,
): Promise<{ readonly all: number; readonly pending: number }> {
  return runQuery(context.data.read, countRelations());
}
