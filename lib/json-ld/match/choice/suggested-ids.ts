import type { Candidate } from '../../../model/change/document-problem.ts';
import { tileNodeUri } from '../../../model/uris.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { Matching, PlacedInstance } from '../matching.ts';
import type { ModelNode } from '../model.ts';

/** More are of no help to a reader. */
const mostCandidates = 5;

/**
 * The candidates of a problem, each with the `@id` to write for it: it names a stored tile, or a new one.
 * @param nodes the likeliest first
 */
export function suggestedIds(
  matching: Matching,
  parent: PlacedInstance,
  group: ValueGroup,
  nodes: readonly ModelNode[],
): readonly Candidate[] {
  return nodes.slice(0, mostCandidates).map((node) => ({
    nodeId: node.nodeId,
    name: node.name,
    datatype: node.node.datatype,
    property: node.node.ontologyProperty,
    class: node.node.ontologyClass,
    id: idFor(matching, parent, group, node),
  }));
}

function idFor(
  matching: Matching,
  parent: PlacedInstance,
  group: ValueGroup,
  node: ModelNode,
): string {
  const { baseUrl, input } = matching;
  if (node.nodegroup === null) return `${matching.resourceUri}#${node.nodeId}`;
  const tileId =
    !node.beginsTile && parent.tile !== null
      ? (parent.tile.givenId ?? parent.tile.tileId)
      : (storedTile(matching, parent, group, node) ?? input.newId());
  return tileNodeUri(baseUrl, tileId, node.nodeId);
}

/** The stored tile with the same content, or the only one that there may be. */
function storedTile(
  { index, contents, namedTiles }: Matching,
  { stored }: PlacedInstance,
  { values }: ValueGroup,
  node: ModelNode,
): string | null | undefined {
  const free = index
    .children(stored, node.nodeId)
    .filter(({ tileId }) => tileId !== null && !namedTiles.has(tileId));
  if (node.mostInstances === 1) return free[0]?.tileId;
  const { key } = contents.ofValues(values, node);
  return free.find((instance) => contents.ofStored(instance).key === key)?.tileId;
}
