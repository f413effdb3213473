import type { Candidate } from '../../../model/change/document-problem.ts';
import { tileNodeUri } from '../../../model/uris.ts';
import type { Unit } from '../document/units.ts';
import type { Matching, Placed } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import { nameOf } from '../model/names-of-nodes.ts';

/** More are of no help to a reader. */
const most = 5;

/**
 * Nodes that a unit could stand for, each with the `@id` that says so: it names the tile that is stored, or a new one.
 * @param nodes the likeliest first
 */
export function candidatesFor(
  matching: Matching,
  parent: Placed,
  unit: Unit,
  nodes: readonly ModelNode[],
): readonly Candidate[] {
  return nodes.slice(0, most).map((node) => ({
    nodeId: node.nodeId,
    name: nameOf(node),
    datatype: node.node.datatype,
    property: node.node.ontologyProperty,
    class: node.node.ontologyClass,
    id: idFor(matching, parent, unit, node),
  }));
}

function idFor(matching: Matching, parent: Placed, unit: Unit, node: ModelNode): string {
  const { baseUrls, newId } = matching.world;
  const [baseUrl = ''] = baseUrls;
  if (node.nodegroup === null) {
    return `${matching.resourceUri}#${node.nodeId}`;
  }
  if (!node.isTop && parent.plan !== null) {
    return tileNodeUri(baseUrl, parent.plan.named ?? parent.plan.tileId, node.nodeId);
  }
  return tileNodeUri(baseUrl, storedTile(matching, parent, unit, node) ?? newId(), node.nodeId);
}

/** The stored tile that says the same, or the only one that there may be. */
function storedTile(
  { index, contents, named }: Matching,
  { stored }: Placed,
  { values }: Unit,
  node: ModelNode,
): string | null | undefined {
  const free = index
    .below(stored, node.nodeId)
    .filter(({ tileId }) => tileId !== null && !named.has(tileId));
  const [first] = free;
  if (node.nodegroup?.cardinality === '1') return first?.tileId;
  const { key } = contents.ofValues(values, node);
  return free.find((instance) => contents.ofStored(instance).key === key)?.tileId;
}
