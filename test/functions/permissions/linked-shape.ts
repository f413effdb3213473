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
 * @param tiles the visible tiles
 */
export function linkedSentinels(view: LinkedView, tiles: readonly WorldTile[]): readonly string[] {
  const { world, resource } = view;
  return [
    ...sentinelsOf([resource.id, findModel(world, resource).rootClass]),
    ...siblingSentinels(view, topInstances(world, resource, tiles)),
  ];
}

/** Nodes without values are left out, unless a node below has some. */
function siblingSentinels(view: LinkedView, siblings: readonly NodeInstance[]): readonly string[] {
  const { graphId } = view.resource;
  return siblings
    .filter((instance) => isIncluded(view, instance))
    .flatMap((instance) => {
      const { node, tile, children } = instance;
      const hasOwnNode =
        !canBeDirectObject(view, instance) ||
        isAmbiguous(valuesWithSameProperty(view, instance, siblings));
      return [
        ...sentinelsOf(propertyIri(node, graphId)),
        ...linkedValues(view, instance).flatMap(({ sentinels }) => sentinels),
        ...siblingSentinels(view, children),
        ...(hasOwnNode ? [tile.id, node.id, ...sentinelsOf(classIri(node, graphId))] : []),
      ];
    });
}

function isIncluded(view: LinkedView, instance: NodeInstance): boolean {
  return (
    linkedKind(instance.node) === 'container' ||
    linkedValues(view, instance).length > 0 ||
    hasIncludedChild(view, instance)
  );
}

function hasIncludedChild(view: LinkedView, { children }: NodeInstance): boolean {
  return children.some((child) => isIncluded(view, child));
}

/** Whether the value can be the direct object of its property, without an RDF node in between, unless its siblings make it ambiguous. */
function canBeDirectObject(view: LinkedView, instance: NodeInstance): boolean {
  const { node } = instance;
  return (
    linkedKind(node) !== 'container' &&
    node.datatype !== 'geojson-feature-collection' &&
    linkedValues(view, instance).length > 0 &&
    !hasIncludedChild(view, instance) &&
    !hasSameSibling(view, node)
  );
}

/** Datatypes whose RDF resources have the class of their node. */
const datatypesWithNodeClass: ReadonlySet<string> = new Set([
  'concept',
  'concept-list',
  'file-list',
]);

/** Whether a sibling in the model has the same property and kind and, if the values show the class of their node, the same class. */
function hasSameSibling({ world, resource }: LinkedView, node: WorldNode): boolean {
  const { nodegroups } = findModel(world, resource);
  const siblingKeys = nodegroups.flatMap((nodegroup) =>
    nodegroup.nodes.map((one) => siblingKey(nodegroup, one)),
  );
  const [ownKey] = nodegroups
    .filter(({ nodes }) => nodes.includes(node))
    .map((nodegroup) => siblingKey(nodegroup, node));
  return siblingKeys.filter((one) => one === ownKey).length > 1;
}

function siblingKey({ id, parentId }: WorldNodegroup, node: WorldNode): string {
  const kind = linkedKind(node);
  const parentNodegroupId = node.id === id ? parentId : id;
  return JSON.stringify([
    parentNodegroupId,
    node.ontologyProperty,
    kind,
    datatypesWithNodeClass.has(node.datatype) ? node.ontologyClass : '',
  ]);
}

/** The values of the instance and of the siblings that have the same property and can be direct objects. */
function valuesWithSameProperty(
  view: LinkedView,
  instance: NodeInstance,
  siblings: readonly NodeInstance[],
): readonly (readonly LinkedValue[])[] {
  const { graphId } = view.resource;
  const property = propertyIri(instance.node, graphId);
  return siblings
    .filter((one) => propertyIri(one.node, graphId) === property && canBeDirectObject(view, one))
    .map((one) => linkedValues(view, one));
}

/** Whether two nodes have the same value, or one of several nodes has more than one value. */
function isAmbiguous(valueLists: readonly (readonly LinkedValue[])[]): boolean {
  if (valueLists.length < 2) return false;
  const valueKeys = valueLists.flat().map(({ key }) => key);
  return (
    valueLists.some((values) => values.length > 1) || new Set(valueKeys).size < valueKeys.length
  );
}
