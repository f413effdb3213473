import type { ConceptNodeType } from '../../../../lib/model/concepts/skos-terms.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { identifyValues, type ConceptValue } from './identify-values.ts';

export type Concept = {
  readonly conceptId: ConceptId;
  readonly nodeType: ConceptNodeType;
  /** The URI under which the file knows it. */
  readonly legacyId: string;
  /** Whether the file says what it is: a concept, a scheme, a collection. */
  readonly isStated: boolean;
  /** Whether it is a collection that keeps its members in order. */
  readonly isOrdered: boolean;
  /** Whether the file says anything else of it; false where it is only mentioned as the end of a relation. */
  readonly isDescribed: boolean;
};

/** From the broader side to the narrower one, or from a collection to its member. */
export type ConceptRelation = {
  readonly fromId: ConceptId;
  readonly toId: ConceptId;
  /** narrower, hasTopConcept, related, member, closeMatch, … */
  readonly relationType: string;
  /** Whether a file says it, and whether one says its inverse. */
  readonly isStated: boolean;
  readonly isInverseStated: boolean;
  /** The place in the list of the members of a collection, from 0; null outside of such a list. */
  readonly position: number | null;
};

export type Thesaurus = {
  readonly concepts: readonly Concept[];
  readonly values: readonly ConceptValue[];
  readonly relations: readonly ConceptRelation[];
  readonly problems: readonly Problem[];
};

/**
 * Puts thesauri of several files together: what they have in common stays once. A scheme or collection
 * that one file shows as such is one, even where another only mentions it as a concept.
 */
export function mergeThesauri(thesauri: readonly Thesaurus[]): Thesaurus {
  const concepts = new Map<ConceptId, Concept>();
  for (const concept of thesauri.flatMap((thesaurus) => thesaurus.concepts)) {
    const known = concepts.get(concept.conceptId);
    concepts.set(concept.conceptId, known === undefined ? concept : mergeConcept(known, concept));
  }
  const { values, problems: conflicts } = identifyValues(
    thesauri
      .flatMap((thesaurus) => thesaurus.values)
      .map(({ valueId, hasOwnId, ...value }) => ({ ...value, ownId: hasOwnId ? valueId : null })),
  );
  return {
    concepts: [...concepts.values()],
    values,
    relations: mergeRelations(thesauri.flatMap(({ relations }) => relations)),
    problems: [
      ...thesauri.flatMap(({ problems }) => problems),
      ...conflicts.filter(({ code }) => code === 'shared_value_id'),
    ],
  };
}

/** The concepts (schemes and collections apart) that have a prefLabel. */
export function labelledConcepts(thesaurus: Thesaurus): readonly Concept[] {
  const labelled = labelledIds(thesaurus);
  return thesaurus.concepts.filter(
    ({ conceptId, nodeType }) => nodeType === 'Concept' && labelled.has(conceptId),
  );
}

/** The concepts (schemes and collections apart) without a prefLabel, most of them only mentioned. */
export function unlabelledConcepts(thesaurus: Thesaurus): readonly Concept[] {
  const labelled = labelledIds(thesaurus);
  return thesaurus.concepts.filter(
    ({ conceptId, nodeType }) => nodeType === 'Concept' && !labelled.has(conceptId),
  );
}

function labelledIds({ values }: Thesaurus): ReadonlySet<ConceptId> {
  return new Set(
    values.filter(({ valueType }) => valueType === 'prefLabel').map(({ conceptId }) => conceptId),
  );
}

function mergeConcept(known: Concept, other: Concept): Concept {
  const isBetter = other.nodeType !== 'Concept' && known.nodeType === 'Concept';
  const first = isBetter || (other.isDescribed && !known.isDescribed) ? other : known;
  return {
    ...first,
    nodeType: isBetter ? other.nodeType : known.nodeType,
    isStated: known.isStated || other.isStated,
    isOrdered: known.isOrdered || other.isOrdered,
    isDescribed: known.isDescribed || other.isDescribed,
  };
}

/** What makes a relation one and the same. */
export const relationKey = (
  relation: Pick<ConceptRelation, 'fromId' | 'relationType' | 'toId'>,
): string => `${relation.fromId} ${relation.relationType} ${relation.toId}`;

/** Each relation once, with all that is stated of it. */
export function mergeRelations(relations: readonly ConceptRelation[]): readonly ConceptRelation[] {
  const byKey = new Map<string, ConceptRelation>();
  for (const relation of relations) {
    const known = byKey.get(relationKey(relation));
    byKey.set(relationKey(relation), {
      ...relation,
      isStated: relation.isStated || known?.isStated === true,
      isInverseStated: relation.isInverseStated || known?.isInverseStated === true,
      position: known?.position ?? relation.position,
    });
  }
  return [...byKey.values()];
}
