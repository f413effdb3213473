import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { StoredThesaurusRelation } from './queries/stored-thesaurus.ts';
import { relationKey, type ImportedRelation } from './thesaurus.ts';

/**
 * Plans which relations are written. Statements in the files are added to the stored ones. If the files describe a concept completely, its
 * stored statements that are not in the files are removed.
 * @param incoming the relations of the files
 * @param completeIds the ids of concepts that the files describe completely
 */
export function planRelations(
  incoming: readonly ImportedRelation[],
  stored: readonly StoredThesaurusRelation[],
  completeIds: ReadonlySet<ConceptId>,
): readonly ImportedRelation[] {
  const storedRelations = new Map(stored.map((relation) => [relationKey(relation), relation]));
  const plannedRelations = new Map(
    incoming.map((relation) => [
      relationKey(relation),
      combineRelation(relation, storedRelations.get(relationKey(relation)), completeIds),
    ]),
  );
  for (const [key, relation] of storedRelations) {
    if (!plannedRelations.has(key))
      plannedRelations.set(key, combineRelation(asUnstated(relation), relation, completeIds));
  }
  for (const relation of positionUnlistedMembers(incoming, [...plannedRelations.values()])) {
    plannedRelations.set(relationKey(relation), relation);
  }
  return [...plannedRelations]
    .filter(([key, relation]) => !isEqualValue(storedRelations.get(key), relation))
    .map(([, relation]) => relation);
}

const asUnstated = (relation: StoredThesaurusRelation): ImportedRelation => ({
  ...relation,
  isStated: false,
  isInverseStated: false,
  position: null,
});

function combineRelation(
  incomingRelation: ImportedRelation,
  storedRelation: StoredThesaurusRelation | undefined,
  completeIds: ReadonlySet<ConceptId>,
): ImportedRelation {
  const { isStated, isInverseStated, position } = incomingRelation;
  if (storedRelation === undefined) return incomingRelation;
  const isComplete = completeIds.has(incomingRelation.fromId);
  return {
    ...incomingRelation,
    isStated: isStated || (storedRelation.isStated && !isComplete),
    position: position ?? (isComplete ? null : storedRelation.position),
    isInverseStated:
      isInverseStated ||
      (storedRelation.isInverseStated && !completeIds.has(incomingRelation.toId)),
  };
}

/**
 * Positions the stored members of an ordered collection that are not in its list in the files: they follow the list, in their stored order.
 * @returns these members with their new positions
 */
function positionUnlistedMembers(
  incoming: readonly ImportedRelation[],
  plannedRelations: readonly ImportedRelation[],
): readonly ImportedRelation[] {
  const hasPosition = ({ position }: ImportedRelation): boolean => position !== null;
  const lists = Map.groupBy(incoming.filter(hasPosition), ({ fromId }) => fromId);
  const listedKeys = new Set(incoming.filter(hasPosition).map(relationKey));
  const unlistedMembers = Map.groupBy(
    plannedRelations.filter(
      (relation) => hasPosition(relation) && !listedKeys.has(relationKey(relation)),
    ),
    ({ fromId }) => fromId,
  );
  return [...lists].flatMap(([fromId, list]) =>
    (unlistedMembers.get(fromId) ?? [])
      .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
      .map((relation, index) => ({ ...relation, position: list.length + index })),
  );
}
