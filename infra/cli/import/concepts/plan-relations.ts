import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { StoredThesaurusRelation } from '../../../queries/stored-thesaurus.ts';
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
  const planned = new Map(
    incoming.map((relation) => [
      relationKey(relation),
      combineRelation(relation, storedRelations.get(relationKey(relation)), completeIds),
    ]),
  );
  for (const [key, relation] of storedRelations) {
    if (!planned.has(key))
      planned.set(key, combineRelation(asUnstated(relation), relation, completeIds));
  }
  for (const relation of positionUnlistedMembers(incoming, [...planned.values()])) {
    planned.set(relationKey(relation), relation);
  }
  return [...planned]
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
  incoming: ImportedRelation,
  storedRelation: StoredThesaurusRelation | undefined,
  exactIds: ReadonlySet<ConceptId>,
): ImportedRelation {
  const { isStated, isInverseStated, position } = incoming;
  if (storedRelation === undefined) return incoming;
  const isComplete = exactIds.has(incoming.fromId);
  return {
    ...incoming,
    isStated: isStated || (storedRelation.isStated && !isComplete),
    position: position ?? (isComplete ? null : storedRelation.position),
    isInverseStated:
      isInverseStated || (storedRelation.isInverseStated && !exactIds.has(incoming.toId)),
  };
}

/**
 * If the files list members of an ordered collection, its stored members that they do not list follow after them, in stored order. Returns
 * these members with their new positions.
 */
function positionUnlistedMembers(
  incoming: readonly ImportedRelation[],
  planned: readonly ImportedRelation[],
): readonly ImportedRelation[] {
  const hasPosition = ({ position }: ImportedRelation): boolean => position !== null;
  const lists = Map.groupBy(incoming.filter(hasPosition), ({ fromId }) => fromId);
  const listedKeys = new Set(incoming.filter(hasPosition).map(relationKey));
  const unlistedMembers = Map.groupBy(
    planned.filter((relation) => hasPosition(relation) && !listedKeys.has(relationKey(relation))),
    ({ fromId }) => fromId,
  );
  return [...lists].flatMap(([fromId, list]) =>
    (unlistedMembers.get(fromId) ?? [])
      .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
      .map((relation, index) => ({ ...relation, position: list.length + index })),
  );
}
