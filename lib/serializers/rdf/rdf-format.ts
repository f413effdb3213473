import type { Iri, RdfNode } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocabulary.ts';

/** Writes nodes one after another as one document. Each node is passed once, with all its statements, and refers to the others by IRI. */
export type StreamWriter = {
  readonly begin: string;
  /** Writes the next node. */
  readonly writeNode: (node: RdfNode) => string;
  readonly end: string;
  /** Written last if the document cannot be completed, so that readers reject it. */
  readonly abortText: string;
};

/** A serialisation of RDF. */
export type RdfFormat = {
  /** Writes a tree. Equal trees give equal bytes. */
  readonly write: (root: RdfNode) => string;
  /** Throws if a property cannot be written; absent if every property can be written. */
  readonly assertExpressible?: (predicate: Iri) => void;
  /** Creates a writer for one document. */
  readonly createStreamWriter: () => StreamWriter;
};

/** An unclosed IRI, which makes a document in Turtle or N-Triples invalid. */
export const linesAbortText = '\n<incomplete';

const { rdf, rdfs, xsd, skos, dcterms } = namespaces;

/** The prefixes of a streamed document, whose IRIs are not known at its start. Other IRIs are written in full. */
export const streamPrefixes: readonly (readonly [prefix: string, namespace: string])[] =
  Object.entries({ rdf, rdfs, xsd, skos, dcterms });
