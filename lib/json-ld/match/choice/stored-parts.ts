import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import { appendTo, type ModelNode } from '../match-model.ts';
import { isInstanceWritten } from '../tiles/missing-tiles.ts';
import { canBeValuePart, ownTerms } from '../values/value-parts.ts';
import type { BestNodes } from './choose-best-nodes.ts';

/** A stored part that a value group can equal: an instance of a node or an element of its value, and how often it is stored. */
export type StoredPart = { readonly node: ModelNode; count: number };

/** Value groups for which several nodes are left, and the stored instances of these nodes. */
export type StoredParts = {
  readonly groups: readonly ValueGroup[];
  readonly candidatesOf: (group: ValueGroup) => readonly ModelNode[];
  readonly instancesByNode: ReadonlyMap<ModelNode, readonly NodeInstance[]>;
  /** The stored parts with the same content as a group. */
  readonly partsOf: (group: ValueGroup) => readonly StoredPart[];
  readonly parts: readonly StoredPart[];
  /** Whether any part is only one element of a value. Parts then do not correspond to tiles. */
  readonly hasElements: boolean;
};

/**
 * Collects the groups for which several nodes are left, the stored instances of these nodes, and the stored parts with the content of each
 * group.
 */
export function collectStoredParts(
  matching: MatchingState,
  parent: PlacedInstance,
  { chosen, undecided }: BestNodes,
): StoredParts {
  const nodes = new Set(Array.from(undecided.values()).flat());
  const groups = [
    ...undecided.keys(),
    ...Array.from(chosen)
      .filter(([group, node]) => nodes.has(node) && !namesTile(group, node))
      .map(([group]) => group),
  ];
  const candidatesOf = (group: ValueGroup): readonly ModelNode[] => {
    const chosenNode = chosen.get(group);
    return undecided.get(group) ?? (chosenNode === undefined ? [] : [chosenNode]);
  };
  const instancesByNode = new Map(
    Array.from(nodes, (node) => [node, findComparableInstances(matching, parent, node)] as const),
  );
  return {
    groups,
    candidatesOf,
    instancesByNode,
    ...findParts(matching, groups, candidatesOf, instancesByNode),
  };
}

const namesTile = ({ uri }: ValueGroup, { beginsTile }: ModelNode): boolean =>
  beginsTile && (uri?.tileId ?? null) !== null;

/** Returns the stored instances of a node that a document of this shape includes, and that no group names. */
function findComparableInstances(
  matching: MatchingState,
  { storedInstance }: PlacedInstance,
  node: ModelNode,
): readonly NodeInstance[] {
  return matching.index
    .childrenOf(storedInstance, node.nodeId)
    .filter(
      (instance) =>
        (!node.beginsTile ||
          instance.tileId === null ||
          !matching.namedTileIds.has(instance.tileId)) &&
        isInstanceWritten(matching, instance),
    );
}

function findParts(
  matching: MatchingState,
  groups: readonly ValueGroup[],
  candidatesOf: StoredParts['candidatesOf'],
  instancesByNode: StoredParts['instancesByNode'],
): Pick<StoredParts, 'partsOf' | 'parts' | 'hasElements'> {
  const { contents } = matching;
  const partsByKey = new Map<string, StoredPart>();
  let hasElements = false;
  const addPart = (node: ModelNode, key: string): void => {
    const part = partsByKey.get(`${node.nodeId} ${key}`);
    if (part === undefined) partsByKey.set(`${node.nodeId} ${key}`, { node, count: 1 });
    else part.count += 1;
  };
  const groupsByNode = new Map<ModelNode, ValueGroup[]>();
  for (const group of groups)
    for (const node of candidatesOf(group)) appendTo(groupsByNode, node, group);
  const listNodes = new Set(
    Array.from(groupsByNode.keys()).filter((node) =>
      groupsByNode.get(node)?.every((group) => canBeValuePart(group, node, matching)),
    ),
  );
  for (const [node, instances] of instancesByNode) {
    for (const { terms, key } of instances.map(contents.ofStored)) {
      if (listNodes.has(node) && terms.length > 0) {
        hasElements ||= terms.length > 1;
        for (const term of terms) addPart(node, term);
      } else addPart(node, `#${key}`);
    }
  }
  const partKeyOf = (group: ValueGroup, node: ModelNode): string => {
    const { terms, key } = contents.ofValues(group.values, node);
    return listNodes.has(node) && terms.length > 0 ? (ownTerms(group, terms)[0] ?? '') : `#${key}`;
  };
  return {
    parts: Array.from(partsByKey.values()),
    partsOf: (group) =>
      candidatesOf(group).flatMap(
        (node) => partsByKey.get(`${node.nodeId} ${partKeyOf(group, node)}`) ?? [],
      ),
    hasElements,
  };
}
