import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { findEmptyConcepts } from './queries/stored-thesaurus.ts';
import {
  deriveConceptRelations,
  mergeConceptRelations,
  mergeConcepts,
  mergeConceptValues,
  removeConcepts,
  removeConceptValues,
} from './queries/write-thesaurus.ts';
import { readInBatches, writeInBatches } from '../run-in-batches.ts';
import type { ThesaurusPlan } from './plan-thesaurus.ts';
import type { ThesaurusRemovals } from './find-removals.ts';

const rowsPerStatement = 2000;

/** Writes the planned changes and removals. @returns the number of rows that were written or removed */
export async function writeThesaurusPlan(
  transaction: Transaction,
  plan: ThesaurusPlan,
  { valueIds, conceptIds }: ThesaurusRemovals,
): Promise<number> {
  const { execute } = transaction;
  let changes = 0;
  const write = async <Row>(
    rows: readonly Row[],
    query: (rows: readonly Row[]) => RowsQuery<number>,
  ): Promise<void> => {
    changes += await writeInBatches(execute, rows, rowsPerStatement, query);
  };
  await write(
    plan.concepts.map((concept) => ({
      concept_id: concept.conceptId,
      node_type: concept.nodeType,
      legacy_id: concept.legacyId,
      is_stated: concept.isClassStated,
      is_ordered: concept.isOrdered,
    })),
    mergeConcepts,
  );
  await write(
    plan.values.map((value) => ({
      value_id: value.valueId,
      concept_id: value.conceptId,
      value_type: value.valueType,
      language_id: value.language,
      value: value.text,
      predicate: value.predicate,
      datatype: value.datatype,
    })),
    mergeConceptValues,
  );
  await write(
    plan.relations.map((relation) => ({
      from_concept_id: relation.fromId,
      to_concept_id: relation.toId,
      relation_type: relation.relationType,
      is_stated: relation.isStated,
      is_inverse_stated: relation.isInverseStated,
      position: relation.position,
    })),
    mergeConceptRelations,
  );
  await write(valueIds, removeConceptValues);
  await write(conceptIds, removeConcepts);
  // Derived relations change only if concepts or stated relations do.
  if (plan.concepts.length + plan.relations.length + conceptIds.length === 0) return changes;
  changes += await runQuery(execute, deriveConceptRelations());
  await write(await findUnusedEnds(transaction, plan), removeConcepts);
  return changes;
}

/** Finds the ends of removed relations that are no longer needed: concepts that nothing describes or refers to. @returns their ids */
async function findUnusedEnds(
  transaction: Transaction,
  plan: ThesaurusPlan,
): Promise<readonly string[]> {
  const removedRelations = plan.relations.filter(
    ({ isStated, isInverseStated, position }) => !isStated && !isInverseStated && position === null,
  );
  const endIds = [...new Set(removedRelations.flatMap(({ fromId, toId }) => [fromId, toId]))];
  return readInBatches(transaction.execute, endIds, rowsPerStatement, findEmptyConcepts);
}
