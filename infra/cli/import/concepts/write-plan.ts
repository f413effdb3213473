import { inBatches } from '../../../../lib/data-api/batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { run, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { emptyConcepts } from '../../../queries/stored-thesaurus.ts';
import {
  deriveConceptRelations,
  mergeConceptRelations,
  mergeConcepts,
  mergeConceptValues,
  removeConcepts,
  removeConceptValues,
} from '../../../queries/write-thesaurus.ts';
import type { ThesaurusPlan } from './plan-import.ts';
import type { Vanished } from './vanished.ts';

const rowsPerStatement = 2000;

/** Carries out a plan. @returns how many rows were written or taken away */
export async function writePlan(
  transaction: Transaction,
  plan: ThesaurusPlan,
  { valueIds, conceptIds }: Vanished,
): Promise<number> {
  let changes = 0;
  const write = async <T>(
    rows: readonly T[],
    query: (rows: readonly T[]) => RowsQuery<number>,
  ): Promise<void> => {
    for (const batch of inBatches(rows, rowsPerStatement)) {
      changes += await run(transaction.execute, query(batch));
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
  changes += await run(transaction.execute, deriveConceptRelations());
  await write(await left(transaction, plan), removeConcepts);
  return changes;
}

/** Ends of relations that went, where nothing else speaks of them. */
async function left(transaction: Transaction, plan: ThesaurusPlan): Promise<readonly string[]> {
  const gone = plan.relations.filter(
    ({ isStated, isInverseStated, position }) => !isStated && !isInverseStated && position === null,
  );
  const ends = [...new Set(gone.flatMap(({ fromId, toId }) => [fromId, toId]))];
  return ends.length === 0 ? [] : run(transaction.execute, emptyConcepts(ends));
}
