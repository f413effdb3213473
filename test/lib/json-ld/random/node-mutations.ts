import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { jsonPointer } from '../../../../lib/model/problem.ts';
import {
  buildResourceTree,
  type NodeInstance,
} from '../../../../lib/model/resources/resource-tree.ts';
import { anyPlace, storedValue, type Mutation, type Subject } from './mutated.ts';
import { changeAt, type Place } from './places.ts';

/** The instances of a node, with their descendants. */
export function instancesAt(
  root: NodeInstance,
  { tileId, nodeId }: Pick<Place, 'tileId' | 'nodeId'>,
): readonly NodeInstance[] {
  const isSearched = root.node.nodeId === nodeId && root.tileId === tileId;
  return isSearched
    ? [root]
    : root.children.flatMap((child) => instancesAt(child, { tileId, nodeId }));
}

/** An instance and its descendants. */
export const everyInstance = (instance: NodeInstance): readonly NodeInstance[] => [
  instance,
  ...instance.children.flatMap(everyInstance),
];

/** The tiles without some instances. An instance of a collector removes its tile, any other instance only its value. */
function withoutInstances(
  { graph, tiles }: Subject,
  instances: readonly NodeInstance[],
): { readonly tiles: readonly StoredTile[]; readonly isRequired: boolean } {
  const removedInstances = instances.flatMap(everyInstance);
  const collectors = removedInstances.filter(({ node }) => node.isCollector);
  const removedTileIds = new Set(collectors.map(({ tileId }) => tileId));
  const lostValues = removedInstances.filter(
    ({ tileId }) => tileId !== null && !removedTileIds.has(tileId),
  );
  const isLost = (tileId: string, nodeId: string): boolean =>
    lostValues.some((instance) => instance.tileId === tileId && instance.node.nodeId === nodeId);
  return {
    isRequired: lostValues.some(({ node, value }) => node.isRequired && value !== null),
    tiles: tiles
      .filter(({ tileId }) => !removedTileIds.has(tileId))
      .map((tile) => ({
        ...tile,
        data: Object.fromEntries(
          graph.nodes
            .filter(({ nodeId }) => nodeId in tile.data)
            .map(({ nodeId }) => [nodeId, isLost(tile.tileId, nodeId) ? null : tile.data[nodeId]]),
        ),
      })),
  };
}

/** Removes a node with its descendants. */
export const removedNode: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, (place) => {
    const value = storedValue(subject, place);
    return place.element === null || (Array.isArray(value) && value.length === 1)
      ? true
      : undefined;
  });
  if (chosen === undefined) return undefined;
  const { place } = chosen;
  const root = buildResourceTree(subject.graph, subject.tiles);
  const after = withoutInstances(subject, instancesAt(root, place));
  return {
    document: withoutEmptyLists(changeAt(subject.document, place.path, () => undefined)),
    pointer: place.pointer,
    expectedOutcome: after.isRequired ? 'refused' : 'accepted',
    tiles: after.tiles,
  };
};

/** Removes properties without values. */
function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, found]) => !Array.isArray(found) || found.length > 0)
      .map(([key, found]) => [key, withoutEmptyLists(found)]),
  );
}

/** Repeats a node without changes. */
export const duplicatedNode: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, () => true);
  if (chosen === undefined) return undefined;
  const { place } = chosen;
  const listPath = place.path.slice(0, place.path.lastIndexOf(place.predicate) + 1);
  const lastStep = place.path.at(-1);
  return {
    document: changeAt(subject.document, listPath, (values) => {
      const all: readonly unknown[] = Array.isArray(values) ? values : [values];
      return [...all, all[typeof lastStep === 'number' ? lastStep : 0]];
    }),
    pointer: jsonPointer(listPath),
    expectedOutcome: 'either',
    tiles: subject.tiles,
  };
};

const foreignIri = 'https://vocabulary.example/other';

/** Replaces a predicate by one that is not in the model. */
export const unknownPredicate: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, () => true);
  if (chosen === undefined) return undefined;
  const { path, predicate } = chosen.place;
  const end = path.lastIndexOf(predicate);
  return {
    document: changeAt(subject.document, path.slice(0, end), (holder) =>
      isObject(holder)
        ? Object.fromEntries(
            Object.entries(holder).map(([key, value]) => [
              key === predicate ? foreignIri : key,
              value,
            ]),
          )
        : holder,
    ),
    pointer: jsonPointer([...path.slice(0, end), foreignIri]),
    expectedOutcome: 'refused',
    tiles: subject.tiles,
  };
};

/** Replaces a class by one that is not in the model. The @ids still identify the nodes. */
export const unknownClass: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, () => true);
  if (chosen === undefined) return undefined;
  const { path, pointer } = chosen.place;
  return {
    document: changeAt(subject.document, path, (node) =>
      isObject(node) ? { ...node, '@type': foreignIri } : node,
    ),
    pointer: pointer,
    expectedOutcome: 'either',
    tiles: subject.tiles,
  };
};
