/**
 * What a text about a resource instance was made of, and in which state that was. A state is a hash of all that a text takes from
 * there (source-state.ts); null where there was nothing to take, so that what comes later is noticed.
 */
export type DescriptorBasis = {
  /** The publication of the graph whose template it was. */
  readonly publication: string;
  /** The languages that it was computed in, whether there is a text in each of them or not. */
  readonly languages: readonly string[];
  /** States of concept values by id. */
  readonly values: Readonly<Record<string, string | null>>;
  /** The concepts of these values: a value may go. */
  readonly concepts: readonly string[];
  /** States of resource instances by id. */
  readonly resources: Readonly<Record<string, string | null>>;
};

/** What the texts were made of, by kind: `name`, `description`, `map_popup`. A kind without a template is absent. */
export type DescriptorBases = Readonly<Record<string, DescriptorBasis>>;
