import { isLabel, nodeTypeOf, relationOf } from '../../../../lib/model/concepts/skos-terms.ts';
import { isBlankNodeId, type Iri } from '../../../../lib/rdf/terms.ts';
import { namespaces, rdf } from '../../../../lib/rdf/vocabulary.ts';
import type { Triple, TripleLiteral, TripleObject } from '../rdf/triple.ts';

/** The property of SKOS-XL for the text of a label that is a separate node. */
const literalForm = 'http://www.w3.org/2008/05/skos-xl#literalForm';
const titleProperty = `${namespaces.dcterms}title`;
const listItemProperty = `${namespaces.rdf}first`;
const listRestProperty = `${namespaces.rdf}rest`;

/** The property that gives an ordered collection its members as a list (SKOS Reference, section 9). */
export const memberListProperty = `${namespaces.skos}memberList`;

/** The RDF nodes of a file by their kind. */
export type SkosSubjects = {
  /** The URIs of concepts, schemes and collections. */
  readonly concepts: ReadonlySet<string>;
  /** The texts (rdf:value or skosxl:literalForm) of other nodes, by URI or blank node. */
  readonly texts: ReadonlyMap<string, readonly TripleLiteral[]>;
  /** The SKOS classes by node. */
  readonly classes: ReadonlyMap<string, ReadonlySet<Iri>>;
  /** Returns the items of a list (RDF Schema 1.1, section 5.2); undefined for a node that is not a list. Reads a cyclic list only once. */
  readonly readList: (node: string) => readonly TripleObject[] | undefined;
};

/**
 * Finds the concepts among the nodes of a file. A node with a URI is a concept if it has a SKOS class, a SKOS label, a SKOS relation at
 * either end (S19 and S20 of the SKOS Reference), a list of members, a place in such a list, or a DCTERMS title without a class of another
 * vocabulary. A blank node is never a concept.
 */
export function readSkosSubjects(triples: readonly Triple[]): SkosSubjects {
  const concepts = new Set<string>();
  const titledSubjects = new Set<string>();
  const typedSubjects = new Set<string>();
  const texts = new Map<string, TripleLiteral[]>();
  const classes = new Map<string, Set<Iri>>();
  const readList = createListReader(triples);
  for (const triple of triples) {
    const { subject, predicate, object } = triple;
    for (const node of findConceptNodes(triple, readList))
      if (!isBlankNodeId(node)) concepts.add(node);
    if (predicate === titleProperty && !isBlankNodeId(subject)) titledSubjects.add(subject);
    if (predicate === rdf.type) typedSubjects.add(subject);
    if (object.kind === 'literal') {
      if (predicate === rdf.value || predicate === literalForm)
        texts.set(subject, [...(texts.get(subject) ?? []), object]);
    } else if (predicate === rdf.type && nodeTypeOf(object.uri) !== null) {
      classes.set(subject, (classes.get(subject) ?? new Set()).add(object.uri));
    }
  }
  return {
    concepts: concepts.union(titledSubjects.difference(typedSubjects)),
    texts,
    classes,
    readList,
  };
}

function findConceptNodes(
  { subject, predicate, object }: Triple,
  readList: SkosSubjects['readList'],
): readonly string[] {
  if (object.kind === 'literal') return isLabel(predicate) ? [subject] : [];
  if (predicate === rdf.type) return nodeTypeOf(object.uri) === null ? [] : [subject];
  if (predicate === memberListProperty) {
    const items = readList(object.uri) ?? [];
    return [subject, ...items.flatMap((item) => (item.kind === 'resource' ? [item.uri] : []))];
  }
  return relationOf(predicate) === null ? [] : [subject, object.uri];
}

function createListReader(triples: readonly Triple[]): SkosSubjects['readList'] {
  const items = new Map<string, TripleObject>();
  const restNodes = new Map<string, string>();
  for (const { subject, predicate, object } of triples) {
    if (predicate === listItemProperty) items.set(subject, object);
    if (predicate === listRestProperty && object.kind === 'resource')
      restNodes.set(subject, object.uri);
  }
  return (node) => {
    if (!items.has(node)) return undefined;
    const listItems: TripleObject[] = [];
    const visited = new Set<string>();
    for (
      let current: string | undefined = node;
      current !== undefined && !visited.has(current);
      current = restNodes.get(current)
    ) {
      visited.add(current);
      const item = items.get(current);
      if (item !== undefined) listItems.push(item);
    }
    return listItems;
  };
}
