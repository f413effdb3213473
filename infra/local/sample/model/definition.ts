import type { JsonObject } from '../../../../lib/model/graphs/types.ts';
import type { Bilingual } from '../texts.ts';

/**
 * A node of a sample model with the edge that leads to it. Classes and properties are local names
 * of CIDOC CRM, or whole URIs.
 */
export type NodeDefinition = {
  /** Alias of the node, one of a kind in its model. */
  readonly key: string;
  readonly name: string;
  readonly property: string;
  readonly class: string;
  /** `semantic` where left out. */
  readonly datatype?: string;
  readonly config?: JsonObject;
  readonly fieldName?: string;
  readonly isRequired?: boolean;
  /** Makes the node the collector of a nodegroup of its own; the nodes below belong to it. */
  readonly group?: NodegroupDefinition;
  readonly children?: readonly NodeDefinition[];
};

type NodegroupDefinition = {
  readonly cardinality: '1' | 'n';
  readonly card: Bilingual;
  /** A hidden card keeps its nodegroup out of documents that are asked for without hidden nodes. */
  readonly isHidden?: boolean;
};

/** A text made of the first tile of a nodegroup; `<Node Name>` stands for the value of a node. */
type DescriptorDefinition = { readonly group: string; readonly template: string };

export type ModelDefinition = {
  readonly slug: string;
  readonly name: Bilingual;
  readonly description: Bilingual;
  /** Class of the root. */
  readonly class: string;
  readonly icon: string;
  readonly color: string;
  readonly nodes: readonly NodeDefinition[];
  readonly descriptors: {
    readonly name: DescriptorDefinition;
    readonly description: DescriptorDefinition;
    readonly map_popup: DescriptorDefinition;
  };
};
