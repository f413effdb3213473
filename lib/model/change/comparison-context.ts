import type { NormaliseContext, ValidateContext } from '../datatypes/datatype.ts';
import type { CompiledGraph, CompiledNode, CompiledNodegroup } from '../graphs/compiled-graph.ts';

/** The rights of the author on the tiles of a readable nodegroup. */
export type TileRights = { readonly canWrite: boolean; readonly canDelete: boolean };

export type Author = {
  readonly accountId: number;
  /** Whether the changes of the author take effect at once. Otherwise they are stored as proposals for a reviewer. */
  readonly isReviewer: boolean;
  /** By nodegroup id. Nodegroups that the author cannot read are absent. */
  readonly rights: ReadonlyMap<string, TileRights>;
};

/** What the difference depends on, besides the stored and the intended state. */
export type ComparisonContext = {
  readonly graph: CompiledGraph;
  readonly author: Author;
  readonly validation: ValidateContext;
  /** The same for all values; the stored value is added for each. */
  readonly normalisation: Omit<NormaliseContext, 'stored'>;
  /** Whether the author names the stored version. Then the document is not older than any stored tile that the author may see. */
  readonly namesVersion: boolean;
  /** ISO 8601, UTC. */
  readonly now: string;
};

export type ModelLookup = {
  readonly nodes: ReadonlyMap<string, CompiledNode>;
  readonly nodegroups: ReadonlyMap<string, CompiledNodegroup>;
};

/** Indexes the nodes and nodegroups of a model by id. */
export function createModelLookup(graph: CompiledGraph): ModelLookup {
  return {
    nodes: new Map(graph.nodes.map((node) => [node.nodeId, node])),
    nodegroups: new Map(graph.nodegroups.map((nodegroup) => [nodegroup.nodegroupId, nodegroup])),
  };
}
