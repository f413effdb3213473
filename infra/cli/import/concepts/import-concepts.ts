import { inBatches } from '../../../../lib/data-api/batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { run, type RowsQuery } from '../../../../lib/data-api/query.ts';
import {
  deriveConceptRelations,
  mergeConceptRelations,
  mergeConcepts,
  mergeConceptValues,
} from '../../../queries/write-thesaurus.ts';
import { readOrReport, reportProblems, type ImportContext } from '../context.ts';
import { distinctFiles } from '../distinct-files.ts';
import { readSkosFile } from './skos.ts';
import {
  labelledConcepts,
  mergeThesauri,
  unlabelledConcepts,
  type Thesaurus,
} from './thesaurus.ts';

/** What an import of thesauri and collections met and changed. */
export type ConceptsImported = {
  readonly labelled: number;
  readonly unlabelled: number;
  readonly schemes: number;
  readonly collections: number;
  readonly values: number;
  /** Rows that were written: none where the same was imported before. */
  readonly changes: number;
};

const rowsPerStatement = 2000;

/**
 * Imports SKOS thesauri and collections. The files are taken together, because collections name concepts of other files,
 * and go in by one transaction.
 * @param files paths of SKOS files (RDF/XML); one that cannot be read is reported and left out
 * @throws ImportStopped in a strict import
 */
export async function importConcepts(
  files: readonly string[],
  context: ImportContext,
): Promise<ConceptsImported> {
  const step = context.progress.begin('Concepts', files.length);
  const read: Thesaurus[] = [];
  for (const file of distinctFiles(files, context)) {
    const thesaurus = await readOrReport(file, context, () => readSkosFile(file));
    if (thesaurus !== undefined) {
      reportProblems(file, thesaurus.problems, context);
      read.push(thesaurus);
    }
    step.advance(1);
  }
  const thesaurus = mergeThesauri(read);
  const changes = context.dryRun
    ? 0
    : await context.data.transaction((transaction) => write(transaction, thesaurus));
  const count = (nodeType: string): number =>
    thesaurus.concepts.filter((concept) => concept.nodeType === nodeType).length;
  const imported: ConceptsImported = {
    labelled: labelledConcepts(thesaurus).length,
    unlabelled: unlabelledConcepts(thesaurus).length,
    schemes: count('ConceptScheme'),
    collections: count('Collection'),
    values: thesaurus.values.length,
    changes,
  };
  step.done(
    `${imported.labelled} labelled concepts, ${imported.unlabelled} unlabelled, ${imported.schemes} schemes, ` +
      `${imported.collections} collections, ${imported.values} values; ${changes} rows written`,
  );
  return imported;
}

async function write(transaction: Transaction, thesaurus: Thesaurus): Promise<number> {
  let changes = 0;
  const merge = async <T>(
    rows: readonly T[],
    query: (rows: readonly T[]) => RowsQuery<number>,
  ): Promise<void> => {
    for (const batch of inBatches(rows, rowsPerStatement)) {
      changes += await run(transaction.execute, query(batch));
    }
  };
  await merge(
    thesaurus.concepts.map((concept) => ({
      concept_id: concept.conceptId,
      node_type: concept.nodeType,
      legacy_id: concept.legacyId,
    })),
    mergeConcepts,
  );
  await merge(
    thesaurus.values.map((value) => ({
      value_id: value.valueId,
      concept_id: value.conceptId,
      value_type: value.valueType,
      language_id: value.language,
      value: value.text,
    })),
    mergeConceptValues,
  );
  await merge(
    thesaurus.relations.map((relation) => ({
      from_concept_id: relation.fromId,
      to_concept_id: relation.toId,
      relation_type: relation.relationType,
      is_stated: relation.isStated,
      is_inverse_stated: relation.isInverseStated,
    })),
    mergeConceptRelations,
  );
  return changes + (await run(transaction.execute, deriveConceptRelations()));
}
