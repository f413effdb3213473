import { topInstances, type NodeInstance } from './node-instances.ts';
import { classIri, propertyIri } from '../../support/world/ontology.ts';
import { linkedKind, linkedValues, type LinkedValue, type LinkedView } from './linked-values.ts';
import { sentinelsOf } from '../../support/world/sentinels.ts';
import {
  findModel,
  type WorldNode,
  type WorldNodegroup,
  type WorldTile,
} from '../../support/world/world.ts';

/**
 * Sentinels in the linked shape (ADR 020).
 * @param tiles the visible ones
 */
export function linkedSentinels(
  telling: LinkedView,
  tiles: readonly WorldTile[],
): readonly string[] {
  const { world, resource } = telling;
  return [
    ...sentinelsOf([resource.id, findModel(world, resource).rootClass]),
    ...inSiblings(telling, topInstances(world, resource, tiles)),
  ];
}

/** Nodes without values are left out, unless a node below has some. */
function inSiblings(telling: LinkedView, siblings: readonly NodeInstance[]): readonly string[] {
  const { graphId } = telling.resource;
  return siblings
    .filter((instance) => isThere(telling, instance))
    .flatMap((instance) => {
      const { node, tile, children } = instance;
      const isOwn =
        !mayStandAlone(telling, instance) || isMixed(likeIt(telling, instance, siblings));
      return [
        ...sentinelsOf(propertyIri(node, graphId)),
        ...linkedValues(telling, instance).flatMap(({ sentinels: shows }) => shows),
        ...inSiblings(telling, children),
        ...(isOwn ? [tile.id, node.id, ...sentinelsOf(classIri(node, graphId))] : []),
      ];
    });
}

function isThere(telling: LinkedView, instance: NodeInstance): boolean {
  return (
    linkedKind(instance.node) === 'container' ||
    linkedValues(telling, instance).length > 0 ||
    hasMore(telling, instance)
  );
}

function hasMore(telling: LinkedView, { children }: NodeInstance): boolean {
  return children.some((child) => isThere(telling, child));
}

/** Whether the value needs no node of its own, apart from what its siblings have. */
function mayStandAlone(telling: LinkedView, instance: NodeInstance): boolean {
  const { node } = instance;
  return (
    linkedKind(node) !== 'container' &&
    node.datatype !== 'geojson-feature-collection' &&
    linkedValues(telling, instance).length > 0 &&
    !hasMore(telling, instance) &&
    !hasDouble(telling, node)
  );
}

/** Datatypes whose resources have the class of their node. */
const ofNodeClass: ReadonlySet<string> = new Set(['concept', 'concept-list', 'file-list']);

/** Whether a sibling in the model has the same property and kind and, where the class shows at the value, the same class. */
function hasDouble({ world, resource }: LinkedView, node: WorldNode): boolean {
  const { nodegroups } = findModel(world, resource);
  const marks = nodegroups.flatMap((nodegroup) =>
    nodegroup.nodes.map((one) => mark(nodegroup, one)),
  );
  const [own] = nodegroups
    .filter(({ nodes }) => nodes.includes(node))
    .map((nodegroup) => mark(nodegroup, node));
  return marks.filter((one) => one === own).length > 1;
}

function mark({ id, parentId }: WorldNodegroup, node: WorldNode): string {
  const kind = linkedKind(node);
  const above = node.id === id ? parentId : id;
  return JSON.stringify([
    above,
    node.ontologyProperty,
    kind,
    ofNodeClass.has(node.datatype) ? node.ontologyClass : '',
  ]);
}

/** The values of the instance and of the siblings that have the same property and need no node of their own. */
function likeIt(
  telling: LinkedView,
  instance: NodeInstance,
  siblings: readonly NodeInstance[],
): readonly (readonly LinkedValue[])[] {
  const { graphId } = telling.resource;
  const property = propertyIri(instance.node, graphId);
  return siblings
    .filter((one) => propertyIri(one.node, graphId) === property && mayStandAlone(telling, one))
    .map((one) => linkedValues(telling, one));
}

/** Whether two have the same value, or one of several has more than one. */
function isMixed(all: readonly (readonly LinkedValue[])[]): boolean {
  if (all.length < 2) return false;
  const keys = all.flat().map(({ key }) => key);
  return all.some((said) => said.length > 1) || new Set(keys).size < keys.length;
}
