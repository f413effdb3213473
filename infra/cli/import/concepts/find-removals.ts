import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import {
  findConceptsOnlyInSchemes,
  type ConceptUse,
  type StoredThesaurusValue,
} from './queries/stored-thesaurus.ts';
import { importWarning } from '../import-problems.ts';
import { listDescribedSchemes } from './exact-concepts.ts';
import { findUsesInBatches } from './find-uses.ts';
import { readConceptsInBatches } from './read-stored-thesaurus.ts';
import type { Thesaurus } from './thesaurus.ts';

/** The values and concepts that an import removes, and warnings about those that it keeps because they are used. */
export type ThesaurusRemovals = {
  readonly valueIds: readonly string[];
  readonly conceptIds: readonly ConceptId[];
  readonly problems: readonly Problem[];
};

export const noRemovals: ThesaurusRemovals = { valueIds: [], conceptIds: [], problems: [] };

/**
 * Finds what an import with `overwrite` removes: the given values, which the files no longer have, and concepts that are no longer in the
 * described schemes and are in no other scheme. Values and concepts that tiles or nodes use are kept.
 */
export async function findRemovals(
  transaction: Transaction,
  thesaurus: Thesaurus,
  values: readonly StoredThesaurusValue[],
): Promise<ThesaurusRemovals> {
  const idsInFiles = new Set(thesaurus.concepts.map(({ conceptId }) => conceptId));
  const idsOnlyInSchemes = await runQuery(
    transaction.execute,
    findConceptsOnlyInSchemes(listDescribedSchemes(thesaurus)),
  );
  const conceptIds = idsOnlyInSchemes.filter((conceptId) => !idsInFiles.has(conceptId));
  if (conceptIds.length + values.length === 0) return noRemovals;
  const { values: conceptValues } = await readConceptsInBatches(transaction, conceptIds);
  const valueIds = [...values, ...conceptValues].map(({ valueId }) => valueId);
  const conceptUses = await findUsesInBatches(transaction, valueIds, conceptIds);
  const usesById = new Map(conceptUses.map((use) => [use.id.toLowerCase(), use]));
  const valuesByConcept = Map.groupBy(conceptValues, ({ conceptId }) => conceptId);
  const findUse = (conceptId: ConceptId): ConceptUse | undefined =>
    usesById.get(conceptId) ??
    valuesByConcept
      .get(conceptId)
      ?.map(({ valueId }) => usesById.get(valueId))
      .find((use) => use !== undefined);
  return {
    valueIds: values.map(({ valueId }) => valueId).filter((id) => !usesById.has(id)),
    conceptIds: conceptIds.filter((conceptId) => findUse(conceptId) === undefined),
    problems: [
      ...values.flatMap((value) => makeUsedValueWarnings(value, usesById.get(value.valueId))),
      ...conceptIds.flatMap((conceptId) => makeUsedConceptWarnings(conceptId, findUse(conceptId))),
    ],
  };
}

function makeUsedValueWarnings(
  { valueId, conceptId, valueType, text }: StoredThesaurusValue,
  use: ConceptUse | undefined,
): readonly Problem[] {
  if (use === undefined) return [];
  const message = `The ${valueType} ${valueId}, ${JSON.stringify(text)}, is no longer in the files. It is kept, because ${describeUse(use)}. Change that and import again to remove it.`;
  return [importWarning('value_in_use', message, { record: conceptId })];
}

function makeUsedConceptWarnings(
  conceptId: ConceptId,
  use: ConceptUse | undefined,
): readonly Problem[] {
  if (use === undefined) return [];
  const message = `The concept ${conceptId} is no longer in the files. It is kept, because ${describeUse(use)}. Change that and import again to remove it.`;
  return [importWarning('concept_in_use', message, { record: conceptId })];
}

function describeUse({ count, example }: ConceptUse): string {
  return count === 1
    ? `${example} uses it`
    : `${count} resource instances or nodes use it, such as ${example}`;
}
