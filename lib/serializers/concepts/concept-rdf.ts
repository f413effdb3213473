import {
  inScheme,
  inversePredicate,
  member,
  relationFromOtherEnd,
  hierarchyRelation,
  relationPredicate,
} from '../../model/concepts/skos-terms.ts';
import { conceptUri, valueTypeNamespace } from '../../model/uris.ts';
import type { Iri, RdfNode } from '../../rdf/terms.ts';
import type { ConceptContent } from '../../queries/concepts/concept-contents.ts';
import type { ConceptLink } from '../../queries/concepts/concept-positions.ts';
import type { ConceptFragment, ShownConcept } from '../../queries/concepts/read-contents.ts';
import type { RdfFormat } from '../rdf/rdf-format.ts';
import type { ConceptGraph, LinkedConcept } from './concept-graph.ts';
import { compareConceptValues } from './concept-order.ts';
import type { ConceptOptions, ConceptWriter } from './concept-writer.ts';
import { skosNodes, typePredicate, type SkosConcept } from './skos-nodes.ts';

/** The concepts that a document shows. */
type Shown = {
  /** Those of the hierarchy, which are shown whole, each with the concepts below it that it leads to. */
  readonly whole: ReadonlyMap<LinkedConcept, readonly ConceptLink[]>;
  /** Those beside them, which are shown with their labels, each with the relations from it that only its other end can tell. */
  readonly beside: ReadonlyMap<LinkedConcept, readonly ConceptLink[]>;
};

/** Letters that a statement takes besides its text or IRI, and a subject besides its statements: about, for any format. */
const aroundStatement = { bytes: 45, quotes: 6 };

/**
 * Writes a concept as RDF in the terms of SKOS, with the same relatives as its concept document shows: the concepts below and above with all
 * that is said of them, those beside with their labels. Each stands once, however many ways lead to it: the concept first, then the others by id.
 * @param graph every concept that the document can reach, by id
 * @param top the concept
 * @param members the ids of the direct members, where it is a collection
 */
export function conceptRdfWriter(
  graph: ConceptGraph,
  top: LinkedConcept,
  members: readonly string[],
  options: ConceptOptions,
  format: RdfFormat,
): ConceptWriter {
  const { baseUrl } = options;
  const { whole, beside } = shownAround(graph, top, options);
  const ownNamespace = valueTypeNamespace(baseUrl);
  const uriOf = (one: string): Iri => conceptUri(baseUrl, one);
  const memberUris = members.map(uriOf);
  const writer = format.graphWriter();

  function* steps(): Generator<ConceptFragment> {
    yield writer.begin;
    yield { concept: top, isWhole: true };
    for (const concept of graph.values()) {
      const isWhole = whole.has(concept);
      if (concept !== top && (isWhole || beside.has(concept))) yield { concept, isWhole };
    }
    yield writer.end;
  }

  function relationsOf(concept: LinkedConcept): SkosConcept['relations'] {
    const relations: { readonly predicate: Iri; readonly uri: Iri }[] = [];
    const state = (predicate: Iri | undefined, object: string): void => {
      if (predicate !== undefined) relations.push({ predicate, uri: uriOf(object) });
    };
    for (const { conceptId, relationType } of whole.get(concept) ?? [])
      state(relationPredicate(hierarchyRelation(relationType, concept.nodeType)), conceptId);
    if (options.includeParentConcepts && whole.has(concept)) {
      for (const { conceptId, relationType } of concept.parentConcepts)
        state(
          inversePredicate(hierarchyRelation(relationType, graph.get(conceptId)?.nodeType)),
          conceptId,
        );
    }
    if (options.includeRelatedConcepts && whole.has(concept)) {
      for (const { conceptId, relationType, isInverse } of concept.relatedConcepts) {
        const own = isInverse ? relationFromOtherEnd(relationType) : relationType;
        if (own !== undefined) state(relationPredicate(own), conceptId);
      }
    }
    for (const { conceptId, relationType } of beside.get(concept) ?? [])
      state(relationPredicate(relationType), conceptId);
    return relations;
  }

  function nodesOf(concept: LinkedConcept, content: ConceptContent, isWhole: boolean) {
    const { isOrdered, isStated, schemes } = content;
    const values = content.values.toSorted(compareConceptValues);
    const isTop = concept === top;
    return skosNodes(
      {
        uri: uriOf(concept.id),
        nodeType: concept.nodeType,
        isOrdered,
        isStated,
        values: isWhole ? values : values.filter(({ category }) => category === 'label'),
        relations: [
          ...schemes.map((scheme) => ({ predicate: inScheme, uri: uriOf(scheme) })),
          ...relationsOf(concept),
          ...(isTop ? memberUris.map((uri) => ({ predicate: member, uri })) : []),
        ],
        ...(isTop && isOrdered ? { memberList: memberUris } : {}),
      },
      ownNamespace,
    );
  }

  function expected({ concept, isWhole }: ShownConcept) {
    const { size, parentConcepts, relatedConcepts } = concept;
    const values = isWhole ? size.values : size.labels;
    const links = isWhole
      ? parentConcepts.length * 2 + relatedConcepts.length + (concept === top ? members.length : 0)
      : 0;
    // A subject has its IRI, its type and a scheme.
    const statements = values + links + 2;
    return {
      bytes:
        statements * aroundStatement.bytes +
        (links + 2) * uriOf(concept.id).length +
        (isWhole ? size.valueBytes : size.labelBytes),
      quotes: statements * aroundStatement.quotes,
    };
  }

  return {
    steps: () => {
      const shown = [...whole.keys()];
      const predicates = new Set(shown.flatMap(({ ownTypes }) => ownTypes));
      for (const type of predicates) format.assertExpressible?.(typePredicate(type, ownNamespace));
      return steps();
    },
    write: ({ concept, isWhole }, content) => {
      const linked = graph.get(concept.id);
      if (linked === undefined) return '';
      const nodes: readonly RdfNode[] = nodesOf(linked, content, isWhole);
      return nodes.map(writer.subject).join('');
    },
    expectedSize: expected,
    abortText: writer.abortText,
  };
}

function shownAround(graph: ConceptGraph, top: LinkedConcept, options: ConceptOptions): Shown {
  const whole = new Map<LinkedConcept, readonly ConceptLink[]>([[top, []]]);
  const layers = options.includeSubConcepts ? (options.depthLimit ?? Infinity) : 0;
  for (let layer = [top], depth = 0; layer.length > 0 && depth < layers; depth += 1) {
    const next: LinkedConcept[] = [];
    for (const concept of layer) {
      whole.set(concept, concept.subConcepts);
      for (const { conceptId } of concept.subConcepts) {
        const child = graph.get(conceptId);
        if (child === undefined || whole.has(child)) continue;
        whole.set(child, []);
        next.push(child);
      }
    }
    layer = next;
  }
  if (options.includeParentConcepts) {
    // What is found on the way is looked at, too: a map gives what is added to it while it is read.
    for (const { parentConcepts } of whole.keys()) {
      for (const { conceptId } of parentConcepts) {
        const parent = graph.get(conceptId);
        if (parent !== undefined && !whole.has(parent)) whole.set(parent, []);
      }
    }
  }
  const beside = new Map<LinkedConcept, ConceptLink[]>();
  if (options.includeRelatedConcepts) {
    for (const { id, relatedConcepts } of whole.keys()) {
      for (const { conceptId, relationType, isInverse } of relatedConcepts) {
        const concept = graph.get(conceptId);
        if (concept === undefined || whole.has(concept)) continue;
        const links = beside.get(concept) ?? [];
        beside.set(concept, links);
        if (isInverse && relationFromOtherEnd(relationType) === undefined)
          links.push({ conceptId: id, relationType });
      }
    }
  }
  return { whole, beside };
}
