import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { StoredThesaurus } from '../../../queries/stored-thesaurus.ts';
import type { Thesaurus } from './thesaurus.ts';

/** The schemes that a thesaurus describes. */
export function listDescribedSchemes({ concepts }: Thesaurus): readonly ConceptId[] {
  return concepts
    .filter(({ nodeType, isDescribed }) => nodeType === 'ConceptScheme' && isDescribed)
    .map(({ conceptId }) => conceptId);
}

/**
 * Finds the concepts that a thesaurus describes completely: all that it describes, except those that are stored only in schemes that
 * it does not describe, because a file of collections only repeats the labels of its members.
 */
export function findExactConcepts(
  thesaurus: Thesaurus,
  stored: StoredThesaurus,
): ReadonlySet<ConceptId> {
  const schemeIds = new Set(listDescribedSchemes(thesaurus));
  // Relations are stored from the broader side: also `inScheme` leads from the scheme to the concept.
  const inSchemesOf = Map.groupBy(
    stored.relations.filter(({ relationType }) => relationType === 'inScheme'),
    ({ toId }) => toId,
  );
  const isForeign = (conceptId: ConceptId): boolean => {
    const inSchemes = inSchemesOf.get(conceptId) ?? [];
    return inSchemes.length > 0 && inSchemes.every(({ fromId }) => !schemeIds.has(fromId));
  };
  return new Set(
    thesaurus.concepts
      .filter(({ conceptId, isDescribed }) => isDescribed && !isForeign(conceptId))
      .map(({ conceptId }) => conceptId),
  );
}
