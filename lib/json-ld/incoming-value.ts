import type { Iri, RdfLiteral, RdfNode } from '../rdf/terms.ts';

/**
 * A value of a document that was sent, after expansion: a part of the tree of `rdf/terms.ts` with a pointer into the document. All
 * names are absolute IRIs.
 */
export type IncomingValue = IncomingLiteral | IncomingNode;

/** A literal. A JSON number keeps the digits that were written. */
export type IncomingLiteral = RdfLiteral & {
  /** JSON Pointer (RFC 6901) into the document as it was sent. */
  readonly pointer: string;
};

/** A node object. Its `id` is empty where the document gives it none or a blank one. */
export type IncomingNode = Omit<RdfNode, 'properties'> & {
  readonly pointer: string;
  readonly properties: readonly IncomingProperty[];
};

/** A predicate with its objects, at least one. */
export type IncomingProperty = {
  readonly predicate: Iri;
  readonly values: readonly IncomingValue[];
  /** Of the first entry with this predicate and this subject. */
  readonly pointer: string;
};
