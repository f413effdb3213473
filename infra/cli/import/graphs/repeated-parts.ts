import { valueKey } from '../../../../lib/model/change/compare-values.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';

/** A graph without repeated parts. */
export type DistinctGraph = {
  readonly source: unknown;
  /** Paths of the removed parts in the graph as it was read. */
  readonly repeated: readonly (readonly PropertyKey[])[];
  /** Converts a path in this graph to the path in the graph as it was read. */
  readonly originalPath: (path: readonly PropertyKey[]) => readonly PropertyKey[];
};

/** Removes nodes, edges, nodegroups, cards and other objects that the lists of a graph repeat word for word. */
export function removeRepeatedParts(graph: unknown): DistinctGraph {
  if (!isObject(graph)) return { source: graph, repeated: [], originalPath: (path) => path };
  const repeated: PropertyKey[][] = [];
  const positionsByName = new Map<PropertyKey, readonly number[]>();
  const members = Object.entries(graph).map(([name, list]): [string, unknown] => {
    if (!Array.isArray(list)) return [name, list];
    const positions = firstPositions(list);
    if (positions.length === list.length) return [name, list];
    const firstPositionSet = new Set(positions);
    repeated.push(
      ...[...list.keys()].filter((at) => !firstPositionSet.has(at)).map((at) => [name, at]),
    );
    positionsByName.set(name, positions);
    return [name, positions.map((at): unknown => list[at])];
  });
  if (repeated.length === 0) return { source: graph, repeated, originalPath: (path) => path };
  return {
    source: Object.fromEntries(members),
    repeated,
    originalPath: (path) => {
      const [name, position, ...rest] = path;
      const originalPosition =
        name === undefined ? undefined : positionsByName.get(name)?.[Number(position)];
      return name === undefined || originalPosition === undefined
        ? path
        : [name, originalPosition, ...rest];
    },
  };
}

/** Positions of the items of a list, without those of repeated objects. */
function firstPositions(list: readonly unknown[]): readonly number[] {
  const seen = new Set<string>();
  return [...list.keys()].filter((position) => {
    const item = list[position];
    if (!isObject(item)) return true;
    const key = valueKey(item);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
