import { baseUrl } from '../../support/service.ts';
import { instancesOf, withThoseBelow, type Instance } from './instances.ts';
import { classIri, propertyIri } from './ontology.ts';
import { sentinelsOf } from './sentinels.ts';
import {
  modelOf,
  type Concept,
  type Resource,
  type Tile,
  type Value,
  type World,
} from './world.ts';

/** The concepts that a value names by the ids of their labels. */
export function conceptsOf({ thesaurus }: World, { stored }: Value): readonly Concept[] {
  return sentinelsOf(stored).flatMap((id) =>
    thesaurus.concepts.filter(({ labels }) => Object.values(labels).some((one) => one.id === id)),
  );
}

/**
 * All that the shape of the specification shows: every node of every tile, whether it has a value or not, and values as they
 * are stored, but concepts by their own ids (ADR 020).
 * @param tiles those that are shown
 */
export function inSpecificationShape(
  world: World,
  resource: Resource,
  tiles: readonly Tile[],
): readonly string[] {
  const { rootClass } = modelOf(world, resource);
  const instances = instancesOf(world, resource, tiles).flatMap(withThoseBelow);
  return [
    ...sentinelsOf([resource.id, resource.graphId, rootClass]),
    ...instances.flatMap(({ node, tile }) => [
      tile.id,
      node.id,
      ...sentinelsOf([classIri(node, resource.graphId), propertyIri(node, resource.graphId)]),
      ...valueOf(world, { node, tile }),
    ]),
  ];
}

function valueOf(world: World, { node, tile }: Pick<Instance, 'node' | 'tile'>): readonly string[] {
  const value = tile.values[node.id];
  if (value === undefined) return [];
  return node.datatype === 'concept' || node.datatype === 'concept-list'
    ? conceptsOf(world, value).map(({ id }) => id)
    : sentinelsOf(value.stored);
}

/**
 * What hangs in what, as N-Triples say it: a line for each node of each tile.
 * @param tiles those that are shown
 */
export function linesOfSpecificationShape(
  world: World,
  resource: Resource,
  tiles: readonly Tile[],
): readonly string[] {
  const lines = (subject: string, { node, tile, children }: Instance): readonly string[] => {
    const isList = node.datatype === 'concept-list' && tile.values[node.id] !== undefined;
    // What hangs in a list hangs in its first element.
    const object = `${baseUrl}/tile/${tile.id}/node/${node.id}${isList ? '#0' : ''}`;
    return [
      `<${subject}> <${propertyIri(node, resource.graphId)}> <${object}> .`,
      ...children.flatMap((child) => lines(object, child)),
    ];
  };
  return instancesOf(world, resource, tiles).flatMap((instance) =>
    lines(`${baseUrl}/resources/${resource.id}`, instance),
  );
}
