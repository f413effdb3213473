/**
 * The sources of one descriptor and their states at the time of computation. A state is a hash of the data that the
 * descriptor uses (source-state.ts); null if the source had no such data, so that a later addition is detected.
 */
export type DescriptorBasis = {
  /** The publication of the graph with the template. */
  readonly publication: string;
  /** All languages of the computation, including those without a text. */
  readonly languages: readonly string[];
  /** States of concept values, by id. */
  readonly values: Readonly<Record<string, string | null>>;
  /** The concepts of these values, because values can be deleted. */
  readonly concepts: readonly string[];
  /** States of resource instances, by id. */
  readonly resources: Readonly<Record<string, string | null>>;
};

/** The basis of each kind: `name`, `description`, `map_popup`. A kind without a template is absent. */
export type DescriptorBases = Readonly<Record<string, DescriptorBasis>>;
