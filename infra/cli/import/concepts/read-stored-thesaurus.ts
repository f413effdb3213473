import type { Transaction } from '../../../../lib/data-api/client.ts';
import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import { readStoredThesaurus, type StoredThesaurus } from '../../../queries/stored-thesaurus.ts';
import { relationKey, type Thesaurus } from './thesaurus.ts';

/** The values and relations of so many concepts have about a million bytes. */
const conceptsPerStatement = 1500;

/** Reads the stored concepts of a thesaurus. */
export async function readStoredConcepts(
  transaction: Transaction,
  { concepts, values }: Thesaurus,
): Promise<StoredThesaurus> {
  const valuesWithOwnId = Map.groupBy(
    values.filter(({ hasOwnId }) => hasOwnId),
    ({ conceptId }) => conceptId,
  );
  const ownValueIds = (conceptId: ConceptId): readonly string[] =>
    (valuesWithOwnId.get(conceptId) ?? []).map(({ valueId }) => valueId);
  return readConceptsInBatches(
    transaction,
    concepts.map(({ conceptId }) => conceptId),
    ownValueIds,
  );
}

/**
 * Reads any number of stored concepts.
 * @param moreValueIds additional values to read with a concept
 */
export async function readConceptsInBatches(
  { execute }: Transaction,
  conceptIds: readonly ConceptId[],
  moreValueIds: (conceptId: ConceptId) => readonly string[] = () => [],
): Promise<StoredThesaurus> {
  const parts: StoredThesaurus[] = [];
  for (const ids of splitIntoBatches(conceptIds, conceptsPerStatement)) {
    const query = readStoredThesaurus(ids, ids.flatMap(moreValueIds));
    parts.push(await runQuery(execute, query, 1));
  }
  // A relation between concepts of two parts is in both. So is a value that the file has for a concept of another part.
  return {
    concepts: parts.flatMap((part) => part.concepts),
    values: distinct(
      parts.flatMap((part) => part.values),
      ({ valueId }) => valueId,
    ),
    relations: distinct(
      parts.flatMap((part) => part.relations),
      relationKey,
    ),
  };
}

function distinct<Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
