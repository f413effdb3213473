import type { CandidateNode } from '../../../model/change/document-problem.ts';
import { tileNodeUri } from '../../../model/uris.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import type { ModelNode } from '../match-model.ts';

/** A list of more candidates would be hard to read. */
const maxCandidates = 5;

/** A value group for which no node or several nodes are left. */
export type UnmatchedGroup = {
  readonly matching: MatchingState;
  readonly parent: PlacedInstance;
  readonly group: ValueGroup;
  /** The nodes that the value could stand for. */
  readonly nodes: readonly ModelNode[];
};

/** Lists the candidates of a problem, each with the `@id` to write for it. The `@id` names a stored tile or a new one. */
export function suggestCandidates(unmatched: UnmatchedGroup): readonly CandidateNode[] {
  return unmatched.nodes.slice(0, maxCandidates).map((node) => ({
    nodeId: node.nodeId,
    name: node.name,
    datatype: node.compiledNode.datatype,
    property: node.compiledNode.ontologyProperty,
    class: node.compiledNode.ontologyClass,
    id: suggestId(unmatched, node),
  }));
}

function suggestId(unmatched: UnmatchedGroup, node: ModelNode): string {
  const { parent } = unmatched;
  const { baseUrl, input, resourceUri } = unmatched.matching;
  if (node.nodegroup === null) return `${resourceUri}#${node.nodeId}`;
  const tileId =
    !node.beginsTile && parent.tile !== null
      ? (parent.tile.idInDocument ?? parent.tile.tileId)
      : (findStoredTileId(unmatched, node) ?? input.newId());
  return tileNodeUri(baseUrl, tileId, node.nodeId);
}

/** Returns the id of the stored tile with the same content, or of the only stored tile if the node can have only one. */
function findStoredTileId(
  { matching, parent, group }: UnmatchedGroup,
  node: ModelNode,
): string | null | undefined {
  const { index, contents, namedTileIds } = matching;
  const freeInstances = index
    .childrenOf(parent.storedInstance, node.nodeId)
    .filter(({ tileId }) => tileId !== null && !namedTileIds.has(tileId));
  if (node.maxInstances === 1) return freeInstances[0]?.tileId;
  const { key } = contents.ofValues(group.values, node);
  return freeInstances.find((instance) => contents.ofStored(instance).key === key)?.tileId;
}
