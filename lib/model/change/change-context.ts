import type { NormaliseContext, ValidateContext } from '../datatypes/datatype.ts';
import type { CompiledGraph, CompiledNode, CompiledNodegroup } from '../graphs/compiled-graph.ts';

/** What the writer may do with the tiles of a nodegroup that the writer may read. */
export type TileRights = { readonly canWrite: boolean; readonly canDelete: boolean };

/** Who writes, as far as it matters to what is written. */
export type ChangeAuthor = {
  readonly accountId: number;
  /** Whether what is written counts at once; else it is proposed, and waits for a reviewer. */
  readonly isReviewer: boolean;
  /** By nodegroup id; one that the writer may not read is absent. */
  readonly rights: ReadonlyMap<string, TileRights>;
};

/** What is known around a change. */
export type ChangeContext = {
  readonly graph: CompiledGraph;
  readonly author: ChangeAuthor;
  readonly validation: ValidateContext;
  readonly normalisation: Omit<NormaliseContext, 'stored'>;
  /** ISO 8601, UTC. */
  readonly now: string;
};

/** A model by the ids of its nodes and nodegroups. */
export type ModelLookup = {
  readonly nodes: ReadonlyMap<string, CompiledNode>;
  readonly nodegroups: ReadonlyMap<string, CompiledNodegroup>;
};

/** Prepares a model for looking up what it has by id. */
export function createModelLookup(graph: CompiledGraph): ModelLookup {
  return {
    nodes: new Map(graph.nodes.map((node) => [node.nodeId, node])),
    nodegroups: new Map(graph.nodegroups.map((nodegroup) => [nodegroup.nodegroupId, nodegroup])),
  };
}
