import type { CandidateNode } from '../../../model/change/document-problem.ts';
import { tileNodeUri } from '../../../model/uris.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { Matching, PlacedInstance } from '../matching.ts';
import type { ModelNode } from '../model.ts';

/** More candidates would not help a reader. */
const mostCandidates = 5;

/** A value group without exactly one node. */
export type UnmatchedGroup = {
  readonly matching: Matching;
  readonly parent: PlacedInstance;
  readonly group: ValueGroup;
  /** The nodes that the value could stand for. */
  readonly nodes: readonly ModelNode[];
};

/** Lists the candidates of a problem, each with the `@id` to write for it. The `@id` names a stored tile or a new one. */
export function suggestedIds(unmatched: UnmatchedGroup): readonly CandidateNode[] {
  return unmatched.nodes.slice(0, mostCandidates).map((node) => ({
    nodeId: node.nodeId,
    name: node.name,
    datatype: node.node.datatype,
    property: node.node.ontologyProperty,
    class: node.node.ontologyClass,
    id: idFor(unmatched, node),
  }));
}

function idFor(unmatched: UnmatchedGroup, node: ModelNode): string {
  const { parent } = unmatched;
  const { baseUrl, input, resourceUri } = unmatched.matching;
  if (node.nodegroup === null) return `${resourceUri}#${node.nodeId}`;
  const tileId =
    !node.beginsTile && parent.tile !== null
      ? (parent.tile.givenId ?? parent.tile.tileId)
      : (storedTile(unmatched, node) ?? input.newId());
  return tileNodeUri(baseUrl, tileId, node.nodeId);
}

/** Returns the id of the stored tile with the same content, or of the only stored tile if the node can have only one. */
function storedTile(
  { matching, parent, group }: UnmatchedGroup,
  node: ModelNode,
): string | null | undefined {
  const { index, contents, namedTiles } = matching;
  const free = index
    .children(parent.stored, node.nodeId)
    .filter(({ tileId }) => tileId !== null && !namedTiles.has(tileId));
  if (node.mostInstances === 1) return free[0]?.tileId;
  const { key } = contents.ofValues(group.values, node);
  return free.find((instance) => contents.ofStored(instance).key === key)?.tileId;
}
