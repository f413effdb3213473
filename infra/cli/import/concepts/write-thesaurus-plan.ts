import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { findEmptyConcepts } from '../../../queries/stored-thesaurus.ts';
import {
  deriveConceptRelations,
  mergeConceptRelations,
  mergeConcepts,
  mergeConceptValues,
  removeConcepts,
  removeConceptValues,
} from '../../../queries/write-thesaurus.ts';
import type { ThesaurusPlan } from './plan-thesaurus.ts';
import type { ThesaurusRemovals } from './find-removals.ts';

const rowsPerStatement = 2000;

/** Carries out a plan. @returns how many rows were written or taken away */
export async function writeThesaurusPlan(
  transaction: Transaction,
  plan: ThesaurusPlan,
  { valueIds, conceptIds }: ThesaurusRemovals,
): Promise<number> {
  let changes = 0;
  const write = async <T>(
    rows: readonly T[],
    query: (rows: readonly T[]) => RowsQuery<number>,
  ): Promise<void> => {
    for (const batch of splitIntoBatches(rows, rowsPerStatement)) {
      changes += await runQuery(transaction.execute, query(batch));
    }
  };
  await write(
    plan.concepts.map((concept) => ({
      concept_id: concept.conceptId,
      node_type: concept.nodeType,
      legacy_id: concept.legacyId,
      is_stated: concept.isStated,
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
  // What follows can be another only where concepts or what is stated of them are others.
  if (plan.concepts.length + plan.relations.length + conceptIds.length === 0) return changes;
  changes += await runQuery(transaction.execute, deriveConceptRelations());
  await write(await left(transaction, plan), removeConcepts);
  return changes;
}

/** Ends of relations that went, where nothing else speaks of them. */
async function left(transaction: Transaction, plan: ThesaurusPlan): Promise<readonly string[]> {
  const gone = plan.relations.filter(
    ({ isStated, isInverseStated, position }) => !isStated && !isInverseStated && position === null,
  );
  const ends = [...new Set(gone.flatMap(({ fromId, toId }) => [fromId, toId]))];
  return ends.length === 0 ? [] : runQuery(transaction.execute, findEmptyConcepts(ends));
}
