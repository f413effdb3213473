import {
  conceptGraph,
  type ConceptGraph,
} from '../../../../lib/serializers/concepts/concept-graph.ts';
import type {
  StoredConcept,
  StoredConceptValue,
} from '../../../../lib/queries/concepts/concept-rows.ts';
import type { Concept, ConceptOptions } from '../../../../lib/serializers/concepts/concept.ts';

type Relation = readonly [from: string, relationType: string, to: string];

const isRelating = (type: string): boolean => type === 'related' || type.endsWith('Match');

/**
 * A thesaurus drawn by hand: relations, and values by concept; a concept without values has one label, its id. What is called `scheme` is
 * a concept scheme.
 */
export function thesaurus(
  relations: readonly Relation[],
  values: Readonly<Record<string, readonly StoredConceptValue[]>> = {},
): ConceptGraph {
  const hierarchy = relations.filter(([, type]) => !isRelating(type));
  const relating = relations.filter(([, type]) => isRelating(type));
  const downwards = Map.groupBy(hierarchy, ([from]) => from);
  const upwards = Map.groupBy(hierarchy, ([, , to]) => to);
  const related = Map.groupBy(
    relating.flatMap(([from, type, to]) => [
      [from, type, to, false] as const,
      [to, type, from, true] as const,
    ]),
    ([from]) => from,
  );
  const ids = new Set([...relations.flatMap(([from, , to]) => [from, to]), ...Object.keys(values)]);
  const concepts = [...ids].map((id): StoredConcept => ({
    id,
    nodeType: id === 'scheme' ? 'ConceptScheme' : 'Concept',
    legacyId: null,
    isStated: true,
    isOrdered: false,
    schemes: [],
    hasSubConcepts: downwards.has(id),
    values: (values[id] ?? [label(`${id}-label`, id)]).map((value) => ({
      ...value,
      predicate: null,
      datatype: null,
    })),
    parentConcepts: (upwards.get(id) ?? []).map(([from, type]) => linkTo(from, type)),
    relatedConcepts: (related.get(id) ?? []).map(([, type, to, isInverse]) => ({
      ...linkTo(to, type),
      isInverse,
    })),
  }));
  return conceptGraph(concepts);
}

/** A label in a language. */
export function label(
  id: string,
  text: string,
  language = 'en',
  type = 'prefLabel',
): StoredConceptValue {
  return { id, category: 'label', type, language, text };
}

const linkTo = (conceptId: string, relationType: string) => ({ conceptId, relationType });

/** Everything, in English. */
export const everything: ConceptOptions = {
  baseUrl: 'https://service.test',
  includeSubConcepts: true,
  includeParentConcepts: true,
  includeRelatedConcepts: true,
  depthLimit: undefined,
  language: 'en',
  defaultLanguage: 'en',
};

export const ids = (concepts: readonly Concept[] | undefined): readonly string[] =>
  (concepts ?? []).map((concept) => concept.id);

/** The hierarchy below a concept as nested objects of ids. */
export function below(concept: Concept | undefined): unknown {
  return Object.fromEntries((concept?.subconcepts ?? []).map((child) => [child.id, below(child)]));
}

/** The hierarchy above a concept as nested objects of ids. */
export function above(concept: Concept | undefined): unknown {
  return Object.fromEntries(
    (concept?.parentconcepts ?? []).map((parent) => [parent.id, above(parent)]),
  );
}
