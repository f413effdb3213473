import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { StoredThesaurus } from './queries/stored-thesaurus.ts';
import type { Thesaurus } from './thesaurus.ts';

/** Lists the ids of schemes that a thesaurus describes. */
export function listDescribedSchemes({ concepts }: Thesaurus): readonly ConceptId[] {
  return concepts
    .filter(({ nodeType, isDescribed }) => nodeType === 'ConceptScheme' && isDescribed)
    .map(({ conceptId }) => conceptId);
}

/**
 * Finds the concepts that a thesaurus describes completely, so that an import can make them equal to it. These are all concepts that it
 * describes, except those stored only in other schemes, because a file of collections repeats just the labels of its members.
 */
export function findFullyDescribedConcepts(
  thesaurus: Thesaurus,
  stored: StoredThesaurus,
): ReadonlySet<ConceptId> {
  const schemeIds = new Set(listDescribedSchemes(thesaurus));
  // Relations are stored from the broader to the narrower concept, so `inScheme` leads from the scheme to the concept.
  const inSchemesByConcept = Map.groupBy(
    stored.relations.filter(({ relationType }) => relationType === 'inScheme'),
    ({ toId }) => toId,
  );
  const isOnlyInOtherSchemes = (conceptId: ConceptId): boolean => {
    const inSchemes = inSchemesByConcept.get(conceptId) ?? [];
    return inSchemes.length > 0 && inSchemes.every(({ fromId }) => !schemeIds.has(fromId));
  };
  return new Set(
    thesaurus.concepts
      .filter(({ conceptId, isDescribed }) => isDescribed && !isOnlyInOtherSchemes(conceptId))
      .map(({ conceptId }) => conceptId),
  );
}
