import type { TileId } from '../../../model/ids.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { Matching, Placed } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import { newPlan, type TilePlan } from './tile-plans.ts';
import { tileInSeveralPlaces, tileOfOtherNodegroup } from './tile-problems.ts';

/** What is known of the tile that an instance begins. */
type Wanted = {
  /** The id that the document gives it. */
  readonly named: string | null;
  /** The stored instance that it continues, where the document gives it no id. */
  readonly continued: NodeInstance | undefined;
  readonly pointer: string;
};

/**
 * The tile of an instance that begins one: a tile that the document has already, where several nodes begin one tile; one that is
 * stored; or a new one.
 * @returns undefined where the tile cannot stand here
 */
export function planFor(
  matching: Matching,
  parent: Placed,
  node: ModelNode,
  wanted: Wanted,
): TilePlan | undefined {
  const { plans, problems, world } = matching;
  const { nodegroup } = node;
  if (nodegroup === null) return undefined;
  const tileId = tileIdFor(matching, parent, node, wanted);
  const known = plans.byId(tileId);
  const stored = world.tileIds === 'keep' ? matching.index.tiles.get(tileId) : undefined;
  const before = known?.nodegroupId ?? stored?.nodegroupId ?? nodegroup.nodegroupId;
  if (before !== nodegroup.nodegroupId) {
    problems.push(tileOfOtherNodegroup(node, tileId, wanted.pointer));
    return undefined;
  }
  const parentTileId = parentOf(matching, parent, node, tileId);
  if (known !== undefined) {
    if (known.parentTileId === parentTileId) return known;
    problems.push(tileInSeveralPlaces(node, tileId, wanted.pointer));
    return undefined;
  }
  const { named, pointer } = wanted;
  const plan = newPlan(tileId, nodegroup.nodegroupId, { named, stored, pointer, parentTileId });
  plans.add(plan);
  return plan;
}

function tileIdFor(
  matching: Matching,
  { plan }: Placed,
  node: ModelNode,
  { named, continued }: Wanted,
): string {
  const { world, renewed, plans } = matching;
  if (named !== null && world.tileIds === 'keep') return named;
  if (named !== null) {
    const tileId = renewed.get(named) ?? world.newId();
    renewed.set(named, tileId);
    return tileId;
  }
  if (continued !== undefined) return continued.tileId ?? world.newId();
  const only = node.nodegroup?.cardinality === '1' ? plans.onlyAt(plan, node.nodegroup) : undefined;
  return only?.placed.has(node.nodeId) === false ? only.tileId : world.newId();
}

/** The tile above; as it is stored where that is what the document says. */
function parentOf(
  { index, world }: Matching,
  parent: Placed,
  node: ModelNode,
  tileId: string,
): TileId | null {
  const above = parent.plan?.tileId ?? null;
  const instance = world.tileIds === 'keep' ? index.instance(tileId, node.nodeId) : undefined;
  const hangsIn = instance && index.parentOf(instance);
  return hangsIn !== undefined && hangsIn.tileId === above
    ? (index.tiles.get(tileId)?.parentTileId ?? null)
    : above;
}
