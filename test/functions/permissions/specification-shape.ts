import { baseUrl } from '../../support/service.ts';
import { topInstances, withDescendants, type NodeInstance } from './node-instances.ts';
import { classIri, propertyIri } from '../../support/world/ontology.ts';
import { sentinelsOf } from '../../support/world/sentinels.ts';
import {
  findModel,
  type WorldConcept,
  type WorldResource,
  type WorldTile,
  type WorldValue,
  type World,
} from '../../support/world/world.ts';

/** Values refer to concepts by the ids of their labels. */
export function conceptsOf({ thesaurus }: World, { stored }: WorldValue): readonly WorldConcept[] {
  return sentinelsOf(stored).flatMap((id) =>
    thesaurus.concepts.filter(({ labels }) => Object.values(labels).some((one) => one.id === id)),
  );
}

/**
 * Sentinels in the shape of the specification: all nodes of all tiles, values as they are stored, and concepts by their own ids (ADR 020).
 * @param tiles the visible tiles
 */
export function specificationSentinels(
  world: World,
  resource: WorldResource,
  tiles: readonly WorldTile[],
): readonly string[] {
  const { rootClass } = findModel(world, resource);
  const instances = topInstances(world, resource, tiles).flatMap(withDescendants);
  return [
    ...sentinelsOf([resource.id, resource.graphId, rootClass]),
    ...instances.flatMap(({ node, tile }) => [
      tile.id,
      node.id,
      ...sentinelsOf([classIri(node, resource.graphId), propertyIri(node, resource.graphId)]),
      ...sentinelsOfValue(world, { node, tile }),
    ]),
  ];
}

function sentinelsOfValue(
  world: World,
  { node, tile }: Pick<NodeInstance, 'node' | 'tile'>,
): readonly string[] {
  const value = tile.values[node.id];
  if (value === undefined) return [];
  return node.datatype === 'concept' || node.datatype === 'concept-list'
    ? conceptsOf(world, value).map(({ id }) => id)
    : sentinelsOf(value.stored);
}

/**
 * The N-Triples that connect the nodes of all tiles.
 * @param tiles the visible tiles
 */
export function specificationLines(
  world: World,
  resource: WorldResource,
  tiles: readonly WorldTile[],
): readonly string[] {
  const linesBelow = (
    subject: string,
    { node, tile, children }: NodeInstance,
  ): readonly string[] => {
    const isList = node.datatype === 'concept-list' && tile.values[node.id] !== undefined;
    // Nodes below a list are below its first element.
    const object = `${baseUrl}/tile/${tile.id}/node/${node.id}${isList ? '#0' : ''}`;
    return [
      `<${subject}> <${propertyIri(node, resource.graphId)}> <${object}> .`,
      ...children.flatMap((child) => linesBelow(object, child)),
    ];
  };
  return topInstances(world, resource, tiles).flatMap((instance) =>
    linesBelow(`${baseUrl}/resources/${resource.id}`, instance),
  );
}
