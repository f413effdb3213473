import {
  inScheme,
  inversePredicate,
  member,
  relationPredicate,
} from '../../model/concepts/skos-terms.ts';
import { conceptUri, valueTypeNamespace } from '../../model/uris.ts';
import type { ConceptLink } from '../../queries/concepts/concept-rows.ts';
import type { ConceptGraph, LinkedConcept } from './concept-graph.ts';
import type { Iri, RdfNode } from '../../rdf/terms.ts';
import { compareValues } from './concept-order.ts';
import type { ConceptOptions } from './concept.ts';
import { skosNodes, type SkosConcept } from './skos-nodes.ts';

/** Relations that say the same from both ends (SKOS Reference, sections 8.3 and 10.3), and those whose inverse has a name of its own. */
const mirrored: ReadonlyMap<string, string> = new Map([
  ['related', 'related'],
  ['closeMatch', 'closeMatch'],
  ['exactMatch', 'exactMatch'],
  ['relatedMatch', 'relatedMatch'],
  ['broadMatch', 'narrowMatch'],
  ['narrowMatch', 'broadMatch'],
]);

/** What is said of each concept about others, by its id. */
type Statements = Map<string, { readonly predicate: Iri; readonly uri: Iri }[]>;

/** The concepts that a document shows: those of the hierarchy whole, those beside them with their labels. */
type Shown = {
  readonly whole: ReadonlySet<LinkedConcept>;
  readonly beside: ReadonlySet<LinkedConcept>;
  readonly statements: Statements;
};

/**
 * A concept as RDF in the terms of SKOS, with the same relatives as its concept document shows: the concepts below and above with all
 * that is said of them, those beside with their labels. Each stands once, however many ways lead to it.
 * @param graph every concept that the document can reach
 * @param id of the concept
 * @param members the ids of the direct members, where it is a collection
 * @returns nothing where the graph has no such concept; else the concept first, then the others by id
 */
export function conceptNodes(
  graph: ConceptGraph,
  id: string,
  members: readonly string[],
  options: ConceptOptions,
): readonly RdfNode[] {
  const top = graph.get(id);
  if (top === undefined) return [];
  const { baseUrl } = options;
  const { whole, beside, statements } = shownAround(graph, top, options);
  const uriOf = (one: string): Iri => conceptUri(baseUrl, one);
  const memberUris = members.map(uriOf);
  const nodesOf = (concept: LinkedConcept, isWhole: boolean): readonly RdfNode[] => {
    const { nodeType, isOrdered, isStated, schemes } = concept;
    const values = concept.values.toSorted(compareValues);
    const isTop = concept === top;
    const relations: SkosConcept['relations'] = [
      ...schemes.map((scheme) => ({ predicate: inScheme, uri: uriOf(scheme) })),
      ...(statements.get(concept.id) ?? []),
      ...(isTop ? memberUris.map((uri) => ({ predicate: member, uri })) : []),
    ];
    return skosNodes(
      {
        uri: uriOf(concept.id),
        nodeType,
        isOrdered,
        isStated,
        values: isWhole ? values : values.filter(({ category }) => category === 'label'),
        relations,
        ...(isTop && isOrdered ? { memberList: memberUris } : {}),
      },
      valueTypeNamespace(baseUrl),
    );
  };
  return [
    ...nodesOf(top, true),
    ...Array.from(graph.values()).flatMap((concept) => {
      if (concept === top) return [];
      if (whole.has(concept)) return nodesOf(concept, true);
      return beside.has(concept) ? nodesOf(concept, false) : [];
    }),
  ];
}

/**
 * A relation of the hierarchy as SKOS can state it: below a scheme are its top concepts, whatever a file calls them, and nothing else
 * has any (SKOS Reference, section 4.3).
 * @param broader the broader side
 */
function inHierarchy(relationType: string, broader: LinkedConcept | undefined): string {
  if (broader?.nodeType === 'ConceptScheme') return 'hasTopConcept';
  return relationType === 'hasTopConcept' ? 'narrower' : relationType;
}

function shownAround(graph: ConceptGraph, top: LinkedConcept, options: ConceptOptions): Shown {
  const statements: Statements = new Map();
  const state = (subject: string, predicate: Iri | undefined, object: string): void => {
    if (predicate === undefined) return;
    const said = statements.get(subject);
    const statement = { predicate, uri: conceptUri(options.baseUrl, object) };
    if (said === undefined) statements.set(subject, [statement]);
    else said.push(statement);
  };
  /** The relatives that the graph has, each added to those shown; gives the ones that are new. */
  const follow = (links: readonly ConceptLink[], shown: Set<LinkedConcept>) =>
    links.flatMap(({ conceptId }) => {
      const concept = graph.get(conceptId);
      if (concept === undefined || shown.has(concept)) return [];
      shown.add(concept);
      return [concept];
    });

  const whole = new Set([top]);
  const layers = options.includeSubConcepts ? (options.depthLimit ?? Infinity) : 0;
  for (let layer = [top], depth = 0; layer.length > 0 && depth < layers; depth += 1) {
    for (const concept of layer)
      for (const { conceptId, relationType } of concept.subConcepts)
        state(concept.id, relationPredicate(inHierarchy(relationType, concept)), conceptId);
    layer = layer.flatMap(({ subConcepts }) => follow(subConcepts, whole));
  }
  if (options.includeParentConcepts) {
    // What is found on the way is looked at, too: a set gives what is added to it while it is read.
    for (const { id, parentConcepts } of whole) {
      for (const { conceptId, relationType } of parentConcepts)
        state(id, inversePredicate(inHierarchy(relationType, graph.get(conceptId))), conceptId);
      follow(parentConcepts, whole);
    }
  }
  const beside = new Set<LinkedConcept>();
  if (options.includeRelatedConcepts) {
    for (const { id, relatedConcepts } of whole) {
      for (const { conceptId, relationType, isInverse } of relatedConcepts) {
        const own = isInverse ? mirrored.get(relationType) : relationType;
        if (own === undefined) state(conceptId, relationPredicate(relationType), id);
        else state(id, relationPredicate(own), conceptId);
      }
      follow(relatedConcepts, beside);
    }
  }
  return { whole, beside, statements };
}
