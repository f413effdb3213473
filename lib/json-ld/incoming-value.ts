import type { Iri, RdfLiteral, RdfNode } from '../rdf/terms.ts';

/**
 * A value of a received document after expansion: a part of an RDF tree (`rdf/terms.ts`) with a pointer into the document. All names
 * are absolute IRIs.
 */
export type IncomingValue = IncomingLiteral | IncomingNode;

/** A literal. A JSON number keeps all of its digits. */
export type IncomingLiteral = RdfLiteral & {
  /** JSON Pointer (RFC 6901) into the received document. */
  readonly pointer: string;
};

/** A node object. Its `id` is empty if the document has no id or a blank node id. */
export type IncomingNode = Omit<RdfNode, 'properties'> & {
  readonly pointer: string;
  readonly properties: readonly IncomingProperty[];
};

/** A predicate with its objects. There is at least one object. */
export type IncomingProperty = {
  readonly predicate: Iri;
  readonly values: readonly IncomingValue[];
  /** JSON Pointer to the first entry with this predicate and this subject. */
  readonly pointer: string;
};
