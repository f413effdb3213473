import type { Transaction } from '../../../../lib/data-api/client.ts';
import { findConceptUses, type ConceptUse } from './queries/stored-thesaurus.ts';
import { readInBatches } from '../run-in-batches.ts';

/** As many ids as fit in a request: each statement reads all tiles with concept values, so there should be few statements. */
const idsPerStatement = 50_000;

/** Finds the uses of any number of values and collections, as `findConceptUses` does. */
export async function findUsesInBatches(
  { execute }: Transaction,
  valueIds: readonly string[],
  conceptIds: readonly string[],
  otherThanIds: readonly string[] = [],
): Promise<readonly ConceptUse[]> {
  return [
    ...(await readInBatches(execute, valueIds, idsPerStatement, (ids) =>
      findConceptUses(ids, [], otherThanIds),
    )),
    ...(await readInBatches(execute, conceptIds, idsPerStatement, (ids) =>
      findConceptUses([], ids),
    )),
  ];
}
