import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { WorkLimit } from '../choice/work-limit.ts';
import { appendTo } from '../match-model.ts';
import type { InstanceContent, Contents } from '../values/contents.ts';

/** A word in more stored instances than this does not help to find the right one. */
const maxInstancesOfWord = 12;

/**
 * Pairs items of a document with the stored instances that they continue: first by equal content, then by the most words in common,
 * then in order.
 * @param pool the stored instances that are still free
 * @returns the stored instance of each item that continues one
 * @throws TooAmbiguousError
 */
export function pairInstances<Item>(
  items: readonly Item[],
  contentOf: (item: Item) => InstanceContent,
  pool: readonly NodeInstance[],
  { ofStored }: Contents,
  workLimit: WorkLimit,
): ReadonlyMap<Item, NodeInstance> {
  const pairsInOrder = new Map<Item, NodeInstance>();
  if (pool.length === 0 || items.length === 0) return pairsInOrder;
  const [item] = items;
  const [instance] = pool;
  if (items.length === 1 && pool.length === 1 && item !== undefined && instance !== undefined)
    return pairsInOrder.set(item, instance);
  workLimit.count(items.length + pool.length);
  const equal = pairEqualInstances(items, contentOf, pool, { ofStored });
  const unpairedItems = items.filter((one) => !equal.has(one));
  const unpairedInstances = withoutPaired(pool, equal);
  const similar = pairSimilarInstances(
    unpairedItems,
    contentOf,
    unpairedInstances,
    ofStored,
    workLimit,
  );
  const inOrder = withoutPaired(unpairedInstances, similar).values();
  for (const one of unpairedItems.filter((other) => !similar.has(other))) {
    const { value } = inOrder.next();
    if (value !== undefined) pairsInOrder.set(one, value);
  }
  return new Map([...pairsInOrder, ...equal, ...similar]);
}

function withoutPaired<Item>(
  pool: readonly NodeInstance[],
  pairs: ReadonlyMap<Item, NodeInstance>,
): readonly NodeInstance[] {
  const pairedInstances = new Set(pairs.values());
  return pool.filter((instance) => !pairedInstances.has(instance));
}

/** Pairs items with the stored instances of equal content. Other items stay without a pair. */
export function pairEqualInstances<Item>(
  items: readonly Item[],
  contentOf: (item: Item) => InstanceContent,
  pool: readonly NodeInstance[],
  { ofStored }: Pick<Contents, 'ofStored'>,
): ReadonlyMap<Item, NodeInstance> {
  const byKey = new Map<number, NodeInstance[]>();
  for (const instance of pool.toReversed()) appendTo(byKey, ofStored(instance).key, instance);
  const pairs = new Map<Item, NodeInstance>();
  for (const item of items) {
    const instance = byKey.get(contentOf(item).key)?.pop();
    if (instance !== undefined) pairs.set(item, instance);
  }
  return pairs;
}

/** Pairs each item with the instance with which it has the most words in common, the most similar pairs first. */
function pairSimilarInstances<Item>(
  items: readonly Item[],
  contentOf: (item: Item) => InstanceContent,
  pool: readonly NodeInstance[],
  ofStored: Contents['ofStored'],
  workLimit: WorkLimit,
): ReadonlyMap<Item, NodeInstance> {
  const byWord = new Map<string, NodeInstance[]>();
  for (const instance of pool) {
    for (const word of new Set(ofStored(instance).words)) appendTo(byWord, word, instance);
  }
  const similarities = items.flatMap((item) => {
    const shared = new Map<NodeInstance, number>();
    for (const word of new Set(contentOf(item).words)) {
      const instancesWithWord = byWord.get(word) ?? [];
      if (instancesWithWord.length > maxInstancesOfWord && pool.length > maxInstancesOfWord)
        continue;
      workLimit.count(1 + instancesWithWord.length);
      for (const instance of instancesWithWord)
        shared.set(instance, (shared.get(instance) ?? 0) + 1);
    }
    return Array.from(shared, ([instance, count]) => ({ item, instance, count }));
  });
  const pairs = new Map<Item, NodeInstance>();
  const pairedInstances = new Set<NodeInstance>();
  for (const { item, instance } of similarities.sort((one, other) => other.count - one.count)) {
    if (pairs.has(item) || pairedInstances.has(instance)) continue;
    pairs.set(item, instance);
    pairedInstances.add(instance);
  }
  return pairs;
}
