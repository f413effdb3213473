import type { ConceptLink, ConceptPosition } from '../../queries/concepts/concept-positions.ts';

/** A concept with all its relatives by id. */
export type LinkedConcept = ConceptPosition & {
  /** Those below it, as far as they are known. */
  readonly subConcepts: readonly ConceptLink[];
};

/** Concepts by id. */
export type ConceptGraph = ReadonlyMap<string, LinkedConcept>;

/** Concepts with their relatives below them, which are told as parents of these. */
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
