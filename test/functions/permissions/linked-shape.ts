import { instancesOf, type Instance } from './instances.ts';
import { classIri, propertyIri } from './ontology.ts';
import { kindOf, saidBy, type Said, type Telling } from './said.ts';
import { sentinelsOf } from './sentinels.ts';
import { modelOf, type Node, type Nodegroup, type Tile } from './world.ts';

/**
 * All that the linked shape shows (ADR 020).
 * @param tiles those that are shown
 */
export function inLinkedShape(telling: Telling, tiles: readonly Tile[]): readonly string[] {
  const { world, resource } = telling;
  return [
    ...sentinelsOf([resource.id, modelOf(world, resource).rootClass]),
    ...inSiblings(telling, instancesOf(world, resource, tiles)),
  ];
}

/** A node that says nothing, and has nothing in it that does, is not there. */
function inSiblings(telling: Telling, siblings: readonly Instance[]): readonly string[] {
  const { graphId } = telling.resource;
  return siblings
    .filter((instance) => isThere(telling, instance))
    .flatMap((instance) => {
      const { node, tile, children } = instance;
      const isOwn =
        !mayStandAlone(telling, instance) || isMixed(likeIt(telling, instance, siblings));
      return [
        ...sentinelsOf(propertyIri(node, graphId)),
        ...saidBy(telling, instance).flatMap(({ shows }) => shows),
        ...inSiblings(telling, children),
        ...(isOwn ? [tile.id, node.id, ...sentinelsOf(classIri(node, graphId))] : []),
      ];
    });
}

function isThere(telling: Telling, instance: Instance): boolean {
  return (
    kindOf(instance.node) === 'container' ||
    saidBy(telling, instance).length > 0 ||
    hasMore(telling, instance)
  );
}

/** Whether anything hangs in it. */
function hasMore(telling: Telling, { children }: Instance): boolean {
  return children.some((child) => isThere(telling, child));
}

/** Whether its value says enough by itself, as far as that does not depend on what its siblings say. */
function mayStandAlone(telling: Telling, instance: Instance): boolean {
  const { node } = instance;
  return (
    kindOf(node) !== 'container' &&
    node.datatype !== 'geojson-feature-collection' &&
    saidBy(telling, instance).length > 0 &&
    !hasMore(telling, instance) &&
    !hasDouble(telling, node)
  );
}

/** The datatypes of things that have the class of their node; others have one of their own, or none. */
const ofNodeClass: ReadonlySet<string> = new Set(['concept', 'concept-list', 'file-list']);

/** Whether a sibling in the model has the same property and kind, and the same class where that stands at the value. */
function hasDouble({ world, resource }: Telling, node: Node): boolean {
  const { nodegroups } = modelOf(world, resource);
  const marks = nodegroups.flatMap((nodegroup) =>
    nodegroup.nodes.map((one) => mark(nodegroup, one)),
  );
  const [own] = nodegroups
    .filter(({ nodes }) => nodes.includes(node))
    .map((nodegroup) => mark(nodegroup, node));
  return marks.filter((one) => one === own).length > 1;
}

function mark({ id, parentId }: Nodegroup, node: Node): string {
  const kind = kindOf(node);
  const above = node.id === id ? parentId : id;
  return JSON.stringify([
    above,
    node.ontologyProperty,
    kind,
    ofNodeClass.has(node.datatype) ? node.ontologyClass : '',
  ]);
}

/** What the siblings say that have the same property and stand alone, and what it says itself. */
function likeIt(
  telling: Telling,
  instance: Instance,
  siblings: readonly Instance[],
): readonly (readonly Said[])[] {
  const { graphId } = telling.resource;
  const property = propertyIri(instance.node, graphId);
  return siblings
    .filter((one) => propertyIri(one.node, graphId) === property && mayStandAlone(telling, one))
    .map((one) => saidBy(telling, one));
}

/** Whether two say the same, or one of several says more than one thing. */
function isMixed(all: readonly (readonly Said[])[]): boolean {
  if (all.length < 2) return false;
  const keys = all.flat().map(({ key }) => key);
  return all.some((said) => said.length > 1) || new Set(keys).size < keys.length;
}
