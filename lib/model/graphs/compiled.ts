import type { GraphId, NodegroupId, NodeId, PublicationId } from '../ids.ts';
import type { Text } from '../pick-language.ts';
import type { Cardinality, JsonObject, UniqueConstraint } from './types.ts';

/**
 * A graph made ready for reading and writing resource instances: plain JSON, stored as one text and
 * kept in memory by its publication id.
 */
export type CompiledGraph = {
  readonly graphId: GraphId;
  readonly publicationId: PublicationId;
  readonly slug: string | null;
  readonly name: Text;
  readonly description: Text | null;
  readonly subtitle: Text | null;
  readonly isResourceModel: boolean;
  readonly ontologyId: string | null;
  /** Whether the root has an ontology class, without which there is no JSON-LD. */
  readonly hasOntology: boolean;
  readonly jsonldContext: string | null;
  readonly rootNodeId: NodeId;
  /** In model order: each node after its parent, siblings by sort order, name and id. */
  readonly nodes: readonly CompiledNode[];
  /** In model order: that of their collectors. */
  readonly nodegroups: readonly CompiledNodegroup[];
  readonly descriptors: CompiledDescriptors;
};

export type CompiledNode = {
  readonly nodeId: NodeId;
  /** Place in the model order, from 0. */
  readonly position: number;
  /** Number of edges from the root. */
  readonly depth: number;
  readonly parentNodeId: NodeId | null;
  readonly nodegroupId: NodegroupId | null;
  /** Whether the node stands for its nodegroup (their ids are equal). */
  readonly isCollector: boolean;
  readonly name: Text;
  readonly alias: string | null;
  readonly datatype: string;
  readonly config: JsonObject;
  readonly fieldName: string | null;
  /** Name of the node's values in GeoJSON properties, whole. */
  readonly propertyName: string;
  readonly isRequired: boolean;
  readonly isSearchable: boolean;
  readonly isExportable: boolean;
  readonly ontologyClass: string | null;
  readonly ontologyProperty: string | null;
};

export type CompiledNodegroup = {
  readonly nodegroupId: NodegroupId;
  /** Place in the model order, from 0. */
  readonly position: number;
  /** Number of nodegroups above. */
  readonly depth: number;
  readonly parentNodegroupId: NodegroupId | null;
  readonly cardinality: Cardinality;
  /** Name of the card, or else of the collector. */
  readonly name: Text;
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
  readonly name: CompiledTemplate | null;
  readonly description: CompiledTemplate | null;
  readonly mapPopup: CompiledTemplate | null;
};
