import type { RdfNode } from '../../rdf/terms.ts';

/** A serialisation of RDF. */
export type RdfFormat = {
  /** Other names that clients send for it. */
  readonly aliases: readonly string[];
  /** By which `Accept` knows it. The first is that of an answer whose reader did not say which. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** What people call it, where its name does not say. */
  readonly title?: string;
  /** Writes a tree. The same tree gives the same bytes. */
  readonly write: (root: RdfNode) => string;
};
