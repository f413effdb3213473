import { isLabel, nodeTypeOf, relationOf } from '../../../../lib/model/concepts/skos-terms.ts';
import { isBlankNodeId, type Iri } from '../../../../lib/rdf/terms.ts';
import { namespaces, rdf } from '../../../../lib/rdf/vocabulary.ts';
import type { Triple, TripleLiteral, TripleObject } from '../rdf/triple.ts';

/** SKOS eXtension for Labels: the text of a label that is a node of its own. */
const literalForm = 'http://www.w3.org/2008/05/skos-xl#literalForm';
const title = `${namespaces.dcterms}title`;
const first = `${namespaces.rdf}first`;
const rest = `${namespaces.rdf}rest`;

/** The property that gives an ordered collection its members as a list (SKOS Reference, section 9). */
export const memberListProperty = `${namespaces.skos}memberList`;

/** The nodes of a file by their kinds. */
export type SkosSubjects = {
  /** URIs of concepts, schemes and collections. */
  readonly concepts: ReadonlySet<string>;
  /** Texts (rdf:value or skosxl:literalForm) by their URI or blank node. */
  readonly texts: ReadonlyMap<string, readonly TripleLiteral[]>;
  /** The SKOS classes of a node. */
  readonly classes: ReadonlyMap<string, ReadonlySet<Iri>>;
  /** The items of a list (RDF Schema 1.1, section 5.2), without those of a repeated part; undefined for a node that is no list. */
  readonly listAt: (node: string) => readonly TripleObject[] | undefined;
};

/**
 * Finds the concepts among the nodes of a file. A concept has a SKOS type, a SKOS label or a SKOS
 * relation (at either end, see S19 and S20 of the SKOS reference), is in the list of a collection or has one, or has a DCTERMS title
 * and no type of another vocabulary. A blank node is never a concept.
 */
export function readSkosSubjects(triples: readonly Triple[]): SkosSubjects {
  const concepts = new Set<string>();
  const titledSubjects = new Set<string>();
  const typedSubjects = new Set<string>();
  const texts = new Map<string, TripleLiteral[]>();
  const classes = new Map<string, Set<Iri>>();
  const listAt = createListReader(triples);
  for (const triple of triples) {
    const { subject, predicate, object } = triple;
    for (const node of findConceptNodes(triple, listAt))
      if (!isBlankNodeId(node)) concepts.add(node);
    if (predicate === title && !isBlankNodeId(subject)) titledSubjects.add(subject);
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
    listAt,
  };
}

function findConceptNodes(
  { subject, predicate, object }: Triple,
  listAt: SkosSubjects['listAt'],
): readonly string[] {
  if (object.kind === 'literal') return isLabel(predicate) ? [subject] : [];
  if (predicate === rdf.type) return nodeTypeOf(object.uri) === null ? [] : [subject];
  if (predicate === memberListProperty) {
    const items = listAt(object.uri) ?? [];
    return [subject, ...items.flatMap((item) => (item.kind === 'resource' ? [item.uri] : []))];
  }
  return relationOf(predicate) === null ? [] : [subject, object.uri];
}

function createListReader(triples: readonly Triple[]): SkosSubjects['listAt'] {
  const items = new Map<string, TripleObject>();
  const next = new Map<string, string>();
  for (const { subject, predicate, object } of triples) {
    if (predicate === first) items.set(subject, object);
    if (predicate === rest && object.kind === 'resource') next.set(subject, object.uri);
  }
  return (node) => {
    if (!items.has(node)) return undefined;
    const listItems: TripleObject[] = [];
    const seen = new Set<string>();
    for (
      let current: string | undefined = node;
      current !== undefined && !seen.has(current);
      current = next.get(current)
    ) {
      seen.add(current);
      const item = items.get(current);
      if (item !== undefined) listItems.push(item);
    }
    return listItems;
  };
}
