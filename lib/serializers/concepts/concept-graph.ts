import type { ConceptLink, ConceptPosition } from '../../queries/concepts/concept-positions.ts';

export type LinkedConcept = ConceptPosition & {
  /** The loaded concepts directly below it. */
  readonly subConcepts: readonly ConceptLink[];
};

/** Concepts by id. */
export type ConceptGraph = ReadonlyMap<string, LinkedConcept>;

/** Indexes concepts by id, and adds the links from parents to their sub concepts. */
export function buildConceptGraph(concepts: Iterable<ConceptPosition>): ConceptGraph {
  const graph = new Map<string, LinkedConcept & { readonly subConcepts: ConceptLink[] }>();
  for (const concept of concepts) graph.set(concept.id, { ...concept, subConcepts: [] });
  for (const { id, parentConcepts } of graph.values()) {
    for (const { conceptId, relationType } of parentConcepts) {
      graph.get(conceptId)?.subConcepts.push({ conceptId: id, relationType });
    }
  }
  return graph;
}
