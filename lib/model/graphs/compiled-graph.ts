import type { NodegroupId, NodeId } from '../ids.ts';
import type { LocalizedText } from '../pick-language.ts';
import type { DescriptorTemplates, Graph, Node, Nodegroup, UniqueConstraint } from './graph.ts';

/**
 * A graph made ready for reading and writing resource instances: plain JSON, stored as one text and
 * kept in memory by its publication id.
 */
export type CompiledGraph = Omit<
  Graph,
  'nodes' | 'nodegroups' | 'cards' | 'widgets' | 'descriptors' | 'source'
> & {
  /** Whether the root has an ontology class, without which there is no JSON-LD. */
  readonly hasOntology: boolean;
  /** In model order: each node after its parent, siblings by sort order, name and id. */
  readonly nodes: readonly CompiledNode[];
  /** In model order: that of their collectors. */
  readonly nodegroups: readonly CompiledNodegroup[];
  readonly descriptors: CompiledDescriptors;
};

export type CompiledNode = Omit<Node, 'sortOrder'> & {
  /** Place in the model order, from 0. */
  readonly position: number;
  /** Number of edges from the root. */
  readonly depth: number;
  /** Whether the node stands for its nodegroup (their ids are equal). */
  readonly isCollector: boolean;
  /** Name of the node's values in GeoJSON properties, whole. */
  readonly propertyName: string;
};

export type CompiledNodegroup = Nodegroup & {
  /** Place in the model order, from 0. */
  readonly position: number;
  /** Number of nodegroups above. */
  readonly depth: number;
  /** Name of the card, or else of the collector. */
  readonly name: LocalizedText;
  /** Whether its own card is marked as not visible. */
  readonly isHidden: boolean;
  /** Whether a nodegroup above is hidden. */
  readonly isBelowHidden: boolean;
  /** The nodes whose values its tiles hold, in model order. */
  readonly nodeIds: readonly NodeId[];
  /** What its cards ask to be unique; absent where they ask nothing. */
  readonly constraints?: readonly UniqueConstraint[];
};

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'node'; readonly nodeId: NodeId };

export type CompiledTemplate = {
  /** The nodegroup whose first tile fills the template; null where the template stands for itself. */
  readonly nodegroupId: NodegroupId | null;
  readonly parts: readonly TemplatePart[];
};

export type CompiledDescriptors = {
  readonly [Kind in keyof DescriptorTemplates]: CompiledTemplate | null;
};
