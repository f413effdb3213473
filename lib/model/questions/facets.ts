/** A node whose values are counted. */
export type FacetNode = {
  readonly nodeId: string;
  /** The readable nodegroups whose tiles can have values of the node. */
  readonly readableNodegroupIds: readonly string[];
  /** The collection of a node of concepts; null if it has none. */
  readonly collectionId: string | null;
};

/** What is counted of the resource instances that a question finds. */
export type Facet = {
  /** The name with which it was requested. */
  readonly name: string;
} & (
  | { readonly kind: 'models' }
  /** The concepts of nodes, with the broader ones of their collections. */
  | { readonly kind: 'concepts'; readonly nodes: readonly FacetNode[] }
  /** The centuries of dates; of the readable concepts with years too, if they date the resource instance. */
  | {
      readonly kind: 'centuries';
      readonly nodes: readonly FacetNode[];
      readonly includesConcepts: boolean;
    }
);

/** The most facets of a request. */
export const maxFacets = 10;

/** The most resource instances whose values are counted. */
export const maxCountedRecords = 10_000;

/** The most values of a facet: those of most resource instances, and of centuries the latest. */
export const maxFacetValues = 300;

/** The most centuries in which one resource instance is counted. */
export const maxCenturiesOfRecord = 30;
