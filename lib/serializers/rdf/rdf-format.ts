import type { Iri, RdfNode } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocabulary.ts';

/**
 * Writes what is said of many nodes, one after the other, as one document. What is said of a node stands in the document once,
 * so each of them is given once, without others inside it that are given on their own.
 */
export type GraphWriter = {
  readonly begin: string;
  /** The text of one more node. */
  readonly subject: (node: RdfNode) => string;
  readonly end: string;
  /** What is written last where the document cannot be finished: with it, what came before is no document. */
  readonly abortText: string;
};

/** What writes a serialisation of RDF. */
export type RdfFormat = {
  /** Writes a tree. The same tree gives the same bytes. */
  readonly write: (root: RdfNode) => string;
  /** Throws where a property cannot be written; left out where any can. */
  readonly assertExpressible?: (predicate: Iri) => void;
  /** A writer of one document. */
  readonly graphWriter: () => GraphWriter;
};

/** What no document of lines ends with: an IRI that is not closed. */
export const linesAbortText = '\n<incomplete';

const { rdf, rdfs, xsd, skos, dcterms } = namespaces;

/**
 * The prefixes of a document that is written as its nodes come: what they name is not known at its beginning, so it declares these,
 * and writes other IRIs whole.
 */
export const graphPrefixes: readonly (readonly [prefix: string, namespace: string])[] =
  Object.entries({ rdf, rdfs, xsd, skos, dcterms });
