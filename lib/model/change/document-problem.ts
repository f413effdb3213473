/** A node of the model to which a value of a document can belong. */
export type CandidateNode = {
  readonly nodeId: string;
  readonly name: string;
  readonly datatype: string;
  /** The ontology property that leads to it from its parent. */
  readonly property: string | null;
  /** Its ontology class. */
  readonly class: string | null;
  /** The `@id` that the value needs to belong to this node. */
  readonly id: string;
};

/** A reason why a document cannot be stored. */
export type DocumentProblem = {
  /** Stable, lower-case with underscores. */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the document; empty for the whole document. */
  readonly pointer: string;
  readonly message: string;
  /** The nodes that match the value, or the closest ones. */
  readonly candidates?: readonly CandidateNode[];
  /** URI of the resource instance that already has the unique value. */
  readonly holder?: string;
};
