/** A way to read a value of a document: a node of the model. */
export type CandidateNode = {
  readonly nodeId: string;
  /** The name of the node, as the model writes it. */
  readonly name: string;
  readonly datatype: string;
  /** The property and the class that lead to it. */
  readonly property: string | null;
  readonly class: string | null;
  /** What to write as the `@id` of the value to say that it is this one. */
  readonly id: string;
};

/** One thing that keeps a document from being stored. */
export type DocumentProblem = {
  /** Stable, lower-case with underscores: programs may switch on it. */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the document as it was sent; empty for the whole document. */
  readonly pointer: string;
  /** Says what to do. */
  readonly message: string;
  /** The nodes that the value could stand for, or that come nearest to it. */
  readonly candidates?: readonly CandidateNode[];
  /** URI of the resource instance that has a unique value already. */
  readonly holder?: string;
};
