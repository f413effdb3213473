import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { StoredThesaurusRelation } from '../../../queries/stored-thesaurus.ts';
import { relationKey, type ImportedRelation } from './thesaurus.ts';

/**
 * Plans which relations are written. Statements of the files are added to the stored ones, except that concepts which the files describe
 * completely lose the stored statements that the files lack.
 * @param incoming the relations of the files
 * @param exactIds the ids of concepts that the files describe completely
 */
export function planRelations(
  incoming: readonly ImportedRelation[],
  stored: readonly StoredThesaurusRelation[],
  exactIds: ReadonlySet<ConceptId>,
): readonly ImportedRelation[] {
  const storedRelations = new Map(stored.map((relation) => [relationKey(relation), relation]));
  const planned = new Map(
    incoming.map((relation) => [
      relationKey(relation),
      combineRelation(relation, storedRelations.get(relationKey(relation)), exactIds),
    ]),
  );
  for (const [key, relation] of storedRelations) {
    if (!planned.has(key))
      planned.set(key, combineRelation(omitStatements(relation), relation, exactIds));
  }
  for (const relation of appendToLists(incoming, [...planned.values()])) {
    planned.set(relationKey(relation), relation);
  }
  return [...planned]
    .filter(([key, relation]) => !isEqualValue(storedRelations.get(key), relation))
    .map(([, relation]) => relation);
}

const omitStatements = (relation: StoredThesaurusRelation): ImportedRelation => ({
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
  const isExact = exactIds.has(incoming.fromId);
  return {
    ...incoming,
    isStated: isStated || (storedRelation.isStated && !isExact),
    position: position ?? (isExact ? null : storedRelation.position),
    isInverseStated:
      isInverseStated || (storedRelation.isInverseStated && !exactIds.has(incoming.toId)),
  };
}

/** Returns the members of ordered collections that the files do not list, with positions after the listed ones, in their stored order. */
function appendToLists(
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
