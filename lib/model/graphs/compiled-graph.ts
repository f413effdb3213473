import type { NodegroupId, NodeId } from '../ids.ts';
import type { LocalizedText } from '../pick-language.ts';
import type { NodeWidget } from './node-widget.ts';
import type { DescriptorTemplates, Graph, Node, Nodegroup, UniqueConstraint } from './graph.ts';

/**
 * A graph prepared for reading and writing resource instances: plain JSON, stored as one JSON string and cached by
 * publication id.
 */
export type CompiledGraph = Omit<
  Graph,
  'nodes' | 'nodegroups' | 'cards' | 'widgets' | 'descriptors' | 'lifeCycleStates' | 'source'
> & {
  /** Whether the root has an ontology class, which JSON-LD requires. */
  readonly hasOntology: boolean;
  /** In model order: parents before children, siblings by sort order, name and id. */
  readonly nodes: readonly CompiledNode[];
  /** In the order of their collector nodes. */
  readonly nodegroups: readonly CompiledNodegroup[];
  readonly descriptors: CompiledDescriptors;
};

export type CompiledNode = Omit<Node, 'sortOrder'> & {
  /** Zero-based position in model order. */
  readonly position: number;
  readonly depth: number;
  /** Whether the node is the top node of its nodegroup (the node id equals the nodegroup id). */
  readonly isCollector: boolean;
  /** The GeoJSON property name, not yet shortened. */
  readonly propertyName: string;
  /** Absent if its card has none. */
  readonly widget?: NodeWidget;
};

export type CompiledNodegroup = Nodegroup & {
  /** Zero-based position in model order. */
  readonly position: number;
  readonly depth: number;
  /** The name of the card, otherwise of the collector node. */
  readonly name: LocalizedText;
  /** The position of its card on forms; absent without a card. */
  readonly cardOrder?: number;
  /** Whether its own card is not visible. */
  readonly isHidden: boolean;
  /** Whether an ancestor is hidden. */
  readonly isBelowHidden: boolean;
  /** The nodes with values in its tiles, in model order. */
  readonly nodeIds: readonly NodeId[];
  /** The unique constraints of its cards; absent if there are none. */
  readonly constraints?: readonly UniqueConstraint[];
};

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'node'; readonly nodeId: NodeId };

export type CompiledTemplate = {
  /** The nodegroup whose first tile fills the template; null for a template without values. */
  readonly nodegroupId: NodegroupId | null;
  readonly parts: readonly TemplatePart[];
};

export type CompiledDescriptors = {
  readonly [Kind in keyof DescriptorTemplates]: CompiledTemplate | null;
};
