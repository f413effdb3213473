import { sampleId } from '../sample-id.ts';
import type { ModelDefinition, NodeDefinition } from './definition.ts';

/** A node of a model definition with the ids of what is around it. */
export type PlacedNode = {
  readonly definition: NodeDefinition;
  readonly nodeId: string;
  readonly parentNodeId: string;
  readonly nodegroupId: string;
  /** Set for collectors alone: the nodegroup above theirs. */
  readonly parentNodegroupId: string | null;
  /** Place among its siblings, from 0. */
  readonly position: number;
};

/** A node stands directly below the root, which is in no nodegroup, and begins none itself. */
export class NodeWithoutNodegroup extends Error {
  readonly code = 'node_without_nodegroup';

  constructor(key: string) {
    super(`Node "${key}" belongs to no nodegroup: give it, or a node above it, a group.`);
  }
}

type Above = { readonly nodeId: string; readonly nodegroupId: string | null };

/**
 * Lists the nodes of a model below its root, each after its parent.
 * @throws NodeWithoutNodegroup
 */
export function placeNodes({ slug, nodes }: ModelDefinition): readonly PlacedNode[] {
  return placeChildren(nodes, { nodeId: sampleId('node', slug, 'root'), nodegroupId: null });

  function placeChildren(children: readonly NodeDefinition[], above: Above): readonly PlacedNode[] {
    return children.flatMap((definition, position) => {
      const nodeId = sampleId('node', slug, definition.key);
      const nodegroupId = definition.group === undefined ? above.nodegroupId : nodeId;
      if (nodegroupId === null) throw new NodeWithoutNodegroup(definition.key);
      const placed: PlacedNode = {
        definition,
        nodeId,
        parentNodeId: above.nodeId,
        nodegroupId,
        parentNodegroupId: definition.group === undefined ? null : above.nodegroupId,
        position,
      };
      return [placed, ...placeChildren(definition.children ?? [], { nodeId, nodegroupId })];
    });
  }
}
