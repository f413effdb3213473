import type { Triple } from '../rdf-xml.ts';
import { isLabel, nodeTypeOf, relationOf } from '../../../../lib/model/concepts/skos-terms.ts';
import { namespaces, rdf } from '../../../../lib/rdf/vocabulary.ts';

/** SKOS eXtension for Labels: the text of a label that is a node of its own. */
const literalForm = 'http://www.w3.org/2008/05/skos-xl#literalForm';
const title = `${namespaces.dcterms}title`;

/** A text of which the file makes a node of its own. */
export type NodeText = { readonly text: string; readonly language: string | null };

/** What the nodes of a file are, told from all its triples. */
export type Subjects = {
  /** URIs of concepts, schemes and collections. */
  readonly concepts: ReadonlySet<string>;
  /** Texts (rdf:value or skosxl:literalForm) by the URI or blank node that holds them. */
  readonly texts: ReadonlyMap<string, readonly NodeText[]>;
};

/** Whether a node has no URI: its label says nothing outside of its file. */
export function isBlank(node: string): boolean {
  return node.startsWith('_:');
}

/**
 * Tells concepts from the other nodes of a file. A concept has a SKOS type, a SKOS label or a SKOS
 * relation (at either end, see S19 and S20 of the SKOS reference), or a DCTERMS title and no type of
 * another vocabulary. A blank node is never one.
 */
export function readSubjects(triples: readonly Triple[]): Subjects {
  const concepts = new Set<string>();
  const titled = new Set<string>();
  const otherwiseTyped = new Set<string>();
  const texts = new Map<string, NodeText[]>();
  for (const triple of triples) {
    const { subject, predicate, object } = triple;
    for (const node of conceptsIn(triple)) if (!isBlank(node)) concepts.add(node);
    if (predicate === title && !isBlank(subject)) titled.add(subject);
    if (predicate === rdf.type) otherwiseTyped.add(subject);
    if (object.kind === 'literal' && (predicate === rdf.value || predicate === literalForm))
      texts.set(subject, [...(texts.get(subject) ?? []), object]);
  }
  return { concepts: concepts.union(titled.difference(otherwiseTyped)), texts };
}

function conceptsIn({ subject, predicate, object }: Triple): readonly string[] {
  if (object.kind === 'literal') return isLabel(predicate) ? [subject] : [];
  if (predicate === rdf.type) return nodeTypeOf(object.uri) === null ? [] : [subject];
  return relationOf(predicate) === null ? [] : [subject, object.uri];
}
