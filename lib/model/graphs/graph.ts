import type { GraphId, NodegroupId, NodeId, PublicationId } from '../ids.ts';
import type { JsonObject } from '../datatypes/values/json-values.ts';
import type { LocalizedText } from '../pick-language.ts';

/** The number of tiles of a nodegroup in a resource instance: one, or any number. */
export type Cardinality = '1' | 'n';

/** A resource model, or a branch (a building block of models), as parsed. */
export type Graph = {
  readonly graphId: GraphId;
  readonly publicationId: PublicationId;
  readonly slug: string | null;
  readonly name: LocalizedText;
  readonly description: LocalizedText | null;
  readonly subtitle: LocalizedText | null;
  readonly isResourceModel: boolean;
  readonly ontologyId: string | null;
  readonly jsonldContext: string | null;
  readonly rootNodeId: NodeId;
  readonly nodes: readonly Node[];
  readonly nodegroups: readonly Nodegroup[];
  readonly cards: readonly Card[];
  readonly widgets: readonly Widget[];
  readonly descriptors: DescriptorTemplates;
  /** The states of its resource instances; none for branches and graphs of releases before 8.0. */
  readonly lifeCycleStates: readonly LifeCycleState[];
  /** The complete JSON source. */
  readonly source: unknown;
};

/** A state of a life cycle, as a row of the table `life_cycle_state`. */
export type LifeCycleState = {
  readonly life_cycle_state_id: string;
  readonly life_cycle_id: string;
  readonly life_cycle_name: LocalizedText;
  readonly name: LocalizedText;
  readonly action_label: LocalizedText;
  readonly is_initial: boolean;
  readonly can_edit: boolean;
  readonly can_delete: boolean;
  readonly next_state_ids: readonly string[];
  readonly previous_state_ids: readonly string[];
};

/** A node with the edge from its parent. */
export type Node = {
  readonly nodeId: NodeId;
  /** Null for the root. */
  readonly parentNodeId: NodeId | null;
  /** URI of the property from the parent. */
  readonly ontologyProperty: string | null;
  readonly ontologyClass: string | null;
  readonly nodegroupId: NodegroupId | null;
  readonly name: LocalizedText;
  readonly alias: string | null;
  readonly datatype: string;
  readonly config: JsonObject;
  readonly fieldName: string | null;
  readonly isRequired: boolean;
  readonly isSearchable: boolean;
  readonly isExportable: boolean;
  readonly sortOrder: number | null;
};

export type Nodegroup = {
  readonly nodegroupId: NodegroupId;
  readonly parentNodegroupId: NodegroupId | null;
  readonly cardinality: Cardinality;
};

export type Card = {
  readonly cardId: string;
  readonly nodegroupId: NodegroupId;
  readonly name: LocalizedText;
  readonly isVisible: boolean;
  readonly isActive: boolean;
  readonly sortOrder: number | null;
  readonly constraints: readonly UniqueConstraint[];
};

/** Nodes whose combination of values is allowed in one tile only. */
export type UniqueConstraint = {
  readonly constraintId: string;
  /** Whether the constraint applies across resource instances, or within each of them. */
  readonly isAcrossResources: boolean;
  readonly nodeIds: readonly NodeId[];
};

/** The input field of a node on a card. */
export type Widget = {
  readonly nodeId: NodeId;
  readonly cardId: string | null;
  readonly label: LocalizedText | null;
  readonly isVisible: boolean;
  readonly sortOrder: number | null;
  readonly config: JsonObject;
};

/** A text in which `<Node Name>` is replaced with the value of that node in a tile of the nodegroup. */
export type DescriptorTemplate = {
  readonly nodegroupId: NodegroupId | null;
  readonly template: string;
};

export type DescriptorTemplates = {
  readonly name: DescriptorTemplate | null;
  readonly description: DescriptorTemplate | null;
  readonly mapPopup: DescriptorTemplate | null;
};
