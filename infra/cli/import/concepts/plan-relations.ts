import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { StoredThesaurusRelation } from '../../../queries/stored-thesaurus.ts';
import { relationKey, type ImportedRelation } from './thesaurus.ts';

/**
 * Plans which relations are written. Statements of a file are added to the stored ones. Relations of exactly described concepts
 * have only the statements of the file.
 * @param exact the concepts that the file describes exactly
 */
export function planRelations(
  incoming: readonly ImportedRelation[],
  stored: readonly StoredThesaurusRelation[],
  exact: ReadonlySet<ConceptId>,
): readonly ImportedRelation[] {
  const known = new Map(stored.map((relation) => [relationKey(relation), relation]));
  const intended = new Map(
    incoming.map((relation) => [
      relationKey(relation),
      combined(relation, known.get(relationKey(relation)), exact),
    ]),
  );
  for (const [key, relation] of known) {
    if (!intended.has(key)) intended.set(key, combined(nothingOf(relation), relation, exact));
  }
  for (const relation of behindLists(incoming, [...intended.values()])) {
    intended.set(relationKey(relation), relation);
  }
  return [...intended]
    .filter(([key, relation]) => !isEqualValue(known.get(key), relation))
    .map(([, relation]) => relation);
}

const nothingOf = (relation: StoredThesaurusRelation): ImportedRelation => ({
  ...relation,
  isStated: false,
  isInverseStated: false,
  position: null,
});

function combined(
  incoming: ImportedRelation,
  known: StoredThesaurusRelation | undefined,
  exact: ReadonlySet<ConceptId>,
): ImportedRelation {
  const { isStated, isInverseStated, position } = incoming;
  if (known === undefined) return incoming;
  const isExact = exact.has(incoming.fromId);
  return {
    ...incoming,
    isStated: isStated || (known.isStated && !isExact),
    position: position ?? (isExact ? null : known.position),
    isInverseStated: isInverseStated || (known.isInverseStated && !exact.has(incoming.toId)),
  };
}

/** Returns the stored members of ordered collections that the file does not list. They follow the listed ones in their order. */
function behindLists(
  incoming: readonly ImportedRelation[],
  intended: readonly ImportedRelation[],
): readonly ImportedRelation[] {
  const isPlaced = ({ position }: ImportedRelation): boolean => position !== null;
  const lists = Map.groupBy(incoming.filter(isPlaced), ({ fromId }) => fromId);
  const named = new Set(incoming.filter(isPlaced).map(relationKey));
  const others = Map.groupBy(
    intended.filter((relation) => isPlaced(relation) && !named.has(relationKey(relation))),
    ({ fromId }) => fromId,
  );
  return [...lists].flatMap(([fromId, list]) =>
    (others.get(fromId) ?? [])
      .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
      .map((relation, index) => ({ ...relation, position: list.length + index })),
  );
}
