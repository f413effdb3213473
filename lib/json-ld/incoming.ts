import type { Iri, RdfLiteral, RdfNode } from '../rdf/terms.ts';

/**
 * What stands in a document that came in, ready to be matched to a model: the tree of `rdf/terms.ts` with the place of
 * everything in the document. All names are absolute IRIs; nothing of a context is left.
 */
export type IncomingValue = IncomingLiteral | IncomingNode;

/** A literal with its place. A JSON number keeps its digits as they were written. */
export type IncomingLiteral = RdfLiteral & {
  /** JSON Pointer (RFC 6901) into the document as it was sent. */
  readonly pointer: string;
};

/** A node object with its place. Its `id` is empty where the document gives it none, or a blank one. */
export type IncomingNode = Omit<RdfNode, 'properties'> & {
  readonly pointer: string;
  readonly properties: readonly IncomingProperty[];
};

/** A predicate with its objects, at least one. */
export type IncomingProperty = {
  readonly predicate: Iri;
  readonly values: readonly IncomingValue[];
  /** Of the first entry of the document that says this predicate of this subject. */
  readonly pointer: string;
};
