import { valueKey } from '../../../../lib/model/change/compare-values.ts';
import { isObject, type JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';

type Reason = { readonly code: string; readonly message: string };

/** A graph without the entries of its lists that are left out. */
type ReducedGraph = {
  readonly source: unknown;
  /** The entries that are left out, with paths in the graph as it was read. */
  readonly leftOut: readonly (Reason & { readonly path: readonly PropertyKey[] })[];
  /** Converts a path in this graph to the path in the graph as it was read. */
  readonly originalPath: (path: readonly PropertyKey[]) => readonly PropertyKey[];
};

/** The ids without which an entry of a list belongs to nothing. Arches skips such entries. */
const neededIds: ReadonlyMap<string, readonly string[]> = new Map([
  ['edges', ['domainnode_id', 'rangenode_id']],
  ['cards', ['nodegroup_id']],
  ['cards_x_nodes_x_widgets', ['node_id']],
  ['widgets', ['node_id']],
]);

/**
 * Leaves out nodes, edges, nodegroups, cards and other objects that the lists of a graph repeat word for word, and edges, cards and
 * widgets without the id of what they belong to.
 */
export function leaveOutParts(graph: unknown): ReducedGraph {
  const leftOut: (Reason & { path: PropertyKey[] })[] = [];
  const positionsByName = new Map<PropertyKey, readonly number[]>();
  if (!isObject(graph)) return { source: graph, leftOut, originalPath: (path) => path };
  const members = Object.entries(graph).map(([name, list]): [string, unknown] => {
    if (!Array.isArray(list)) return [name, list];
    const seen = new Set<string>();
    const positions = [...list.keys()].filter((at) => {
      const reason = findReason(list[at], neededIds.get(name) ?? [], seen);
      if (reason !== undefined) leftOut.push({ ...reason, path: [name, at] });
      return reason === undefined;
    });
    positionsByName.set(name, positions);
    return [name, positions.map((at): unknown => list[at])];
  });
  return {
    source: leftOut.length === 0 ? graph : Object.fromEntries(members),
    leftOut,
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

/** @param seen the keys of the entries before it, to which its own is added */
function findReason(entry: unknown, ids: readonly string[], seen: Set<string>): Reason | undefined {
  if (!isObject(entry)) return undefined;
  const missingId = ids.find((id) => isMissing(entry, id));
  if (missingId !== undefined) {
    const message = `The entry has no ${missingId}: it is left out.`;
    return { code: 'incomplete_entry', message };
  }
  const key = valueKey(entry);
  if (seen.has(key)) {
    const message = 'The same entry comes before in the graph, word for word: it is imported once.';
    return { code: 'repeated_entry', message };
  }
  seen.add(key);
  return undefined;
}

function isMissing(entry: JsonObject, id: string): boolean {
  return (entry[id] ?? '') === '';
}
