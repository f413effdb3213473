import { valueKey } from '../../../../lib/model/change/compare-values.ts';
import { isObject, type JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';

type LeftOutReason = { readonly code: string; readonly message: string };

/** A graph, some of whose list entries are left out. */
type ReducedGraph = {
  readonly source: unknown;
  /** The entries that are left out, with their paths in the original graph. */
  readonly leftOut: readonly (LeftOutReason & { readonly path: readonly PropertyKey[] })[];
  /** Converts a path in the reduced graph to the path in the original graph. */
  readonly toOriginalPath: (path: readonly PropertyKey[]) => readonly PropertyKey[];
};

/** The ids that the entries of each list need, because they name what the entry belongs to. Arches also skips entries without them. */
const neededIds: ReadonlyMap<string, readonly string[]> = new Map([
  ['edges', ['domainnode_id', 'rangenode_id']],
  ['cards', ['nodegroup_id']],
  ['cards_x_nodes_x_widgets', ['node_id']],
  ['widgets', ['node_id']],
]);

/**
 * Leaves out entries of the lists of a graph (nodes, edges, nodegroups, cards and so on) that equal an earlier entry, and edges, cards and
 * widgets without the id of what they belong to.
 */
export function leaveOutParts(graph: unknown): ReducedGraph {
  const leftOut: (LeftOutReason & { path: PropertyKey[] })[] = [];
  const positionsByName = new Map<PropertyKey, readonly number[]>();
  if (!isObject(graph)) return { source: graph, leftOut, toOriginalPath: (path) => path };
  const members = Object.entries(graph).map(([name, list]): [string, unknown] => {
    if (!Array.isArray(list)) return [name, list];
    const seenKeys = new Set<string>();
    const positions = [...list.keys()].filter((position) => {
      const reason = findReason(list[position], neededIds.get(name) ?? [], seenKeys);
      if (reason !== undefined) leftOut.push({ ...reason, path: [name, position] });
      return reason === undefined;
    });
    positionsByName.set(name, positions);
    return [name, positions.map((position): unknown => list[position])];
  });
  return {
    source: leftOut.length === 0 ? graph : Object.fromEntries(members),
    leftOut,
    toOriginalPath: (path) => {
      const [name, position, ...rest] = path;
      const originalPosition =
        name === undefined ? undefined : positionsByName.get(name)?.[Number(position)];
      return name === undefined || originalPosition === undefined
        ? path
        : [name, originalPosition, ...rest];
    },
  };
}

/** Returns why an entry is left out; undefined if it is not. @param seenKeys the keys of earlier entries, to which its key is added */
function findReason(
  entry: unknown,
  ids: readonly string[],
  seenKeys: Set<string>,
): LeftOutReason | undefined {
  if (!isObject(entry)) return undefined;
  const missingId = ids.find((id) => isMissing(entry, id));
  if (missingId !== undefined) {
    const message = `The entry is left out, because it has no ${missingId}.`;
    return { code: 'incomplete_entry', message };
  }
  const key = valueKey(entry);
  if (seenKeys.has(key)) {
    const message = 'The entry equals an earlier one of the graph. It is imported once.';
    return { code: 'repeated_entry', message };
  }
  seenKeys.add(key);
  return undefined;
}

function isMissing(entry: JsonObject, id: string): boolean {
  return (entry[id] ?? '') === '';
}
