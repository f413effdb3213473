import {
  inScheme,
  inversePredicateOf,
  member,
  oppositeRelationTypeOf,
  correctHierarchyRelation,
  predicateOfRelation,
} from '../../model/concepts/skos-terms.ts';
import { conceptOrForeignUri } from '../../model/concepts/foreign-uris.ts';
import { conceptUri, valueTypeNamespace } from '../../model/uris.ts';
import type { Iri, RdfNode } from '../../rdf/terms.ts';
import type { ConceptContent } from '../../queries/concepts/concept-contents.ts';
import type { ConceptLink } from '../../queries/concepts/concept-positions.ts';
import type { ConceptFragment, DocumentConcept } from '../../queries/concepts/read-contents.ts';
import type { RdfFormat } from '../rdf/rdf-format.ts';
import type { ConceptGraph, LinkedConcept } from './concept-graph.ts';
import { compareConceptValues } from './concept-order.ts';
import type { ConceptOptions, ConceptWriter } from './concept-writer.ts';
import { addExactMatches } from './exact-matches.ts';
import { toSkosNodes, typePredicate, type SkosConcept } from './skos-nodes.ts';

/** The concepts of a document. */
type DocumentConcepts = {
  /** Concepts with all their values, and their sub concepts in the document. */
  readonly withAllValues: ReadonlyMap<LinkedConcept, readonly ConceptLink[]>;
  /** Related concepts with labels only, and the relations that can only be stated from their side. */
  readonly withLabelsOnly: ReadonlyMap<LinkedConcept, readonly ConceptLink[]>;
};

/** Estimated size of a statement without its text or IRI, for any format. */
const statementOverhead = { bytes: 45, quotes: 6 };

/**
 * Creates a writer of a concept in SKOS terms, with the same relatives as the JSON document: sub concepts and parents
 * with all values, related concepts with labels. Each concept is written once: the requested concept first, then the
 * others by id.
 * @rule Thesaurus: How is a concept written as SKOS, by the service and by the command line?
 * @param graph all concepts of the document, by id
 * @param members the ids of the direct members, if the concept is a collection
 */
export function createConceptSkosWriter(
  graph: ConceptGraph,
  requestedConcept: LinkedConcept,
  members: readonly string[],
  options: ConceptOptions,
  format: RdfFormat,
): ConceptWriter {
  const { baseUrl } = options;
  const { withAllValues, withLabelsOnly } = selectConcepts(graph, requestedConcept, options);
  const customTypeNamespace = valueTypeNamespace(baseUrl);
  const uriOf = (conceptId: string): Iri => conceptUri(baseUrl, conceptId);
  const memberUris = members.map(uriOf);
  const writer = format.createStreamWriter();

  function* generateFragments(): Generator<ConceptFragment> {
    yield writer.begin;
    yield { concept: requestedConcept, needsAllValues: true };
    for (const concept of graph.values()) {
      const needsAllValues = withAllValues.has(concept);
      if (concept !== requestedConcept && (needsAllValues || withLabelsOnly.has(concept)))
        yield { concept, needsAllValues };
    }
    yield writer.end;
  }

  /** The URI of an object. The subject of the document is always a URI of this service. */
  function objectUri(conceptId: string): Iri {
    const concept = graph.get(conceptId);
    if (concept === undefined || concept === requestedConcept) return uriOf(conceptId);
    const isMentioned = !concept.isClassStated && concept.size.values === 0;
    return conceptOrForeignUri({ conceptId, legacyId: concept.legacyId, isMentioned }, baseUrl);
  }

  function listRelations(concept: LinkedConcept): SkosConcept['relations'] {
    const relations: { readonly predicate: Iri; readonly uri: Iri }[] = [];
    const addRelation = (predicate: Iri | undefined, objectId: string): void => {
      if (predicate !== undefined) relations.push({ predicate, uri: objectUri(objectId) });
    };
    for (const { conceptId, relationType } of withAllValues.get(concept) ?? [])
      addRelation(
        predicateOfRelation(correctHierarchyRelation(relationType, concept.nodeType)),
        conceptId,
      );
    if (options.includeParentConcepts && withAllValues.has(concept)) {
      for (const { conceptId, relationType } of concept.parentConcepts)
        addRelation(
          inversePredicateOf(
            correctHierarchyRelation(relationType, graph.get(conceptId)?.nodeType),
          ),
          conceptId,
        );
    }
    if (options.includeRelatedConcepts && withAllValues.has(concept)) {
      for (const { conceptId, relationType, isInverse } of concept.relatedConcepts) {
        const outgoingType = isInverse ? oppositeRelationTypeOf(relationType) : relationType;
        if (outgoingType !== undefined) addRelation(predicateOfRelation(outgoingType), conceptId);
      }
    }
    for (const { conceptId, relationType } of withLabelsOnly.get(concept) ?? [])
      addRelation(predicateOfRelation(relationType), conceptId);
    return relations;
  }

  function toNodes(concept: LinkedConcept, content: ConceptContent, needsAllValues: boolean) {
    const { isOrdered, schemes } = content;
    const { isClassStated, legacyId } = concept;
    const uri = objectUri(concept.id);
    const values = content.values.toSorted(compareConceptValues);
    const isRequested = concept === requestedConcept;
    const skosConcept = {
      uri,
      nodeType: concept.nodeType,
      isOrdered,
      isClassStated,
      values: needsAllValues ? values : values.filter(({ category }) => category === 'label'),
      relations: [
        ...schemes.map((scheme) => ({ predicate: inScheme, uri: uriOf(scheme) })),
        ...listRelations(concept),
        ...(isRequested ? memberUris.map((uri) => ({ predicate: member, uri })) : []),
      ],
      ...(isRequested && isOrdered ? { memberList: memberUris } : {}),
    };
    return toSkosNodes(
      addExactMatches(skosConcept, { conceptId: concept.id, legacyId }, baseUrl),
      customTypeNamespace,
    );
  }

  function estimateSize({ concept, needsAllValues }: DocumentConcept) {
    const { size, parentConcepts, relatedConcepts } = concept;
    const valueCount = needsAllValues ? size.values : size.labels;
    const linkCount = needsAllValues
      ? parentConcepts.length * 2 +
        relatedConcepts.length +
        (concept === requestedConcept ? members.length : 0)
      : 0;
    // Each subject has an IRI, a type and a scheme.
    const statementCount = valueCount + linkCount + 2;
    return {
      bytes:
        statementCount * statementOverhead.bytes +
        (linkCount + 2) * uriOf(concept.id).length +
        (needsAllValues ? size.valueBytes : size.labelBytes),
      quotes: statementCount * statementOverhead.quotes,
    };
  }

  return {
    listFragments: () => {
      const concepts = [...withAllValues.keys()];
      const valueTypes = new Set(concepts.flatMap(({ customTypes }) => customTypes));
      for (const type of valueTypes)
        format.assertExpressible?.(typePredicate(type, customTypeNamespace));
      return generateFragments();
    },
    write: ({ concept, needsAllValues }, content) => {
      const linkedConcept = graph.get(concept.id);
      if (linkedConcept === undefined) return '';
      const nodes: readonly RdfNode[] = toNodes(linkedConcept, content, needsAllValues);
      return nodes.map(writer.writeNode).join('');
    },
    estimateSize,
    abortText: writer.abortText,
  };
}

function selectConcepts(
  graph: ConceptGraph,
  requestedConcept: LinkedConcept,
  options: ConceptOptions,
): DocumentConcepts {
  const withAllValues = new Map<LinkedConcept, readonly ConceptLink[]>([[requestedConcept, []]]);
  const maxLevels = options.includeSubConcepts ? (options.depthLimit ?? Infinity) : 0;
  for (
    let level = [requestedConcept], depth = 0;
    level.length > 0 && depth < maxLevels;
    depth += 1
  ) {
    const nextLevel: LinkedConcept[] = [];
    for (const concept of level) {
      withAllValues.set(concept, concept.subConcepts);
      for (const { conceptId } of concept.subConcepts) {
        const child = graph.get(conceptId);
        if (child === undefined || withAllValues.has(child)) continue;
        withAllValues.set(child, []);
        nextLevel.push(child);
      }
    }
    level = nextLevel;
  }
  if (options.includeParentConcepts) {
    // The loop also visits the parents that it adds to the map.
    for (const { parentConcepts } of withAllValues.keys()) {
      for (const { conceptId } of parentConcepts) {
        const parent = graph.get(conceptId);
        if (parent !== undefined && !withAllValues.has(parent)) withAllValues.set(parent, []);
      }
    }
  }
  const withLabelsOnly = new Map<LinkedConcept, ConceptLink[]>();
  if (options.includeRelatedConcepts) {
    for (const { id, relatedConcepts } of withAllValues.keys()) {
      for (const { conceptId, relationType, isInverse } of relatedConcepts) {
        const concept = graph.get(conceptId);
        if (concept === undefined || withAllValues.has(concept)) continue;
        const links = withLabelsOnly.get(concept) ?? [];
        withLabelsOnly.set(concept, links);
        if (isInverse && oppositeRelationTypeOf(relationType) === undefined)
          links.push({ conceptId: id, relationType });
      }
    }
  }
  return { withAllValues, withLabelsOnly };
}
