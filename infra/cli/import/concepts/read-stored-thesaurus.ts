import type { Transaction } from '../../../../lib/data-api/client.ts';
import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import { readStoredThesaurus, type StoredThesaurus } from './queries/stored-thesaurus.ts';
import { relationKey, type Thesaurus } from './thesaurus.ts';

/** As many concepts as have about a million bytes of values and relations. */
const conceptsPerStatement = 1500;

/** Reads the stored state of the concepts of a thesaurus, and the stored values, also of other concepts, that have ids of its values. */
export async function readStoredConcepts(
  transaction: Transaction,
  { concepts, values }: Thesaurus,
): Promise<StoredThesaurus> {
  const valuesWithIdInFile = Map.groupBy(
    values.filter(({ hasIdInFile }) => hasIdInFile),
    ({ conceptId }) => conceptId,
  );
  const listIdsInFile = (conceptId: ConceptId): readonly string[] =>
    (valuesWithIdInFile.get(conceptId) ?? []).map(({ valueId }) => valueId);
  return readConceptsInBatches(
    transaction,
    concepts.map(({ conceptId }) => conceptId),
    listIdsInFile,
  );
}

/**
 * Reads any number of stored concepts.
 * @param listMoreValueIds lists the ids of additional values to read with a concept
 */
export async function readConceptsInBatches(
  { execute }: Transaction,
  conceptIds: readonly ConceptId[],
  listMoreValueIds: (conceptId: ConceptId) => readonly string[] = () => [],
): Promise<StoredThesaurus> {
  const parts: StoredThesaurus[] = [];
  for (const ids of splitIntoBatches(conceptIds, conceptsPerStatement)) {
    const query = readStoredThesaurus(ids, ids.flatMap(listMoreValueIds));
    parts.push(await runQuery(execute, query, 1));
  }
  // A relation between concepts of two parts is read twice, as is a value that the files assign to a concept of another part.
  return {
    concepts: parts.flatMap((part) => part.concepts),
    values: removeDuplicates(
      parts.flatMap((part) => part.values),
      ({ valueId }) => valueId,
    ),
    relations: removeDuplicates(
      parts.flatMap((part) => part.relations),
      relationKey,
    ),
  };
}

function removeDuplicates<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
): readonly Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
