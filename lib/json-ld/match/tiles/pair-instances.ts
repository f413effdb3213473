import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { WorkLimit } from '../choice/work-limit.ts';
import { appendTo } from '../match-model.ts';
import type { InstanceContent, Contents } from '../values/contents.ts';

/** A word that is in more stored instances than this is not used to find a similar one. */
const maxInstancesOfWord = 12;

/**
 * Pairs items of a document with the stored instances that they continue: first by equal content, then by the most words in common,
 * then in order.
 * @rule Writing: Which stored tile does a value of a JSON-LD document without a tile id continue?
 * @param freeInstances the stored instances that are still free
 * @returns the stored instance of each item that continues one
 * @throws TooAmbiguousError
 */
export function pairInstances<Item>(
  items: readonly Item[],
  contentOf: (item: Item) => InstanceContent,
  freeInstances: readonly NodeInstance[],
  contents: Contents,
  workLimit: WorkLimit,
): ReadonlyMap<Item, NodeInstance> {
  const pairsInOrder = new Map<Item, NodeInstance>();
  if (freeInstances.length === 0 || items.length === 0) return pairsInOrder;
  const [item] = items;
  const [instance] = freeInstances;
  if (
    items.length === 1 &&
    freeInstances.length === 1 &&
    item !== undefined &&
    instance !== undefined
  )
    return pairsInOrder.set(item, instance);
  workLimit.countOrThrow(items.length + freeInstances.length);
  const equalPairs = pairEqualInstances(items, contentOf, freeInstances, contents);
  const unpairedItems = items.filter((candidate) => !equalPairs.has(candidate));
  const unpairedInstances = withoutPaired(freeInstances, equalPairs);
  const similarPairs = pairSimilarInstances(
    unpairedItems,
    contentOf,
    unpairedInstances,
    contents,
    workLimit,
  );
  const remainingInstances = withoutPaired(unpairedInstances, similarPairs).values();
  for (const unpairedItem of unpairedItems.filter((candidate) => !similarPairs.has(candidate))) {
    const { value: nextInstance } = remainingInstances.next();
    if (nextInstance !== undefined) pairsInOrder.set(unpairedItem, nextInstance);
  }
  return new Map([...pairsInOrder, ...equalPairs, ...similarPairs]);
}

function withoutPaired<Item>(
  freeInstances: readonly NodeInstance[],
  pairs: ReadonlyMap<Item, NodeInstance>,
): readonly NodeInstance[] {
  const pairedInstances = new Set(pairs.values());
  return freeInstances.filter((instance) => !pairedInstances.has(instance));
}

/** Pairs items with the stored instances of equal content. Other items stay without a pair. */
export function pairEqualInstances<Item>(
  items: readonly Item[],
  contentOf: (item: Item) => InstanceContent,
  freeInstances: readonly NodeInstance[],
  contents: Contents,
): ReadonlyMap<Item, NodeInstance> {
  const byKey = new Map<number, NodeInstance[]>();
  for (const instance of freeInstances.toReversed())
    appendTo(byKey, contents.ofStored(instance).key, instance);
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
  freeInstances: readonly NodeInstance[],
  contents: Contents,
  workLimit: WorkLimit,
): ReadonlyMap<Item, NodeInstance> {
  const byWord = new Map<string, NodeInstance[]>();
  for (const instance of freeInstances) {
    for (const word of new Set(contents.ofStored(instance).words)) appendTo(byWord, word, instance);
  }
  const similarities = items.flatMap((item) => {
    const sharedWordCounts = new Map<NodeInstance, number>();
    for (const word of new Set(contentOf(item).words)) {
      const instancesWithWord = byWord.get(word) ?? [];
      if (
        instancesWithWord.length > maxInstancesOfWord &&
        freeInstances.length > maxInstancesOfWord
      )
        continue;
      workLimit.countOrThrow(1 + instancesWithWord.length);
      for (const instance of instancesWithWord)
        sharedWordCounts.set(instance, (sharedWordCounts.get(instance) ?? 0) + 1);
    }
    return Array.from(sharedWordCounts, ([instance, count]) => ({ item, instance, count }));
  });
  const pairs = new Map<Item, NodeInstance>();
  const pairedInstances = new Set<NodeInstance>();
  for (const { item, instance } of similarities.sort((left, right) => right.count - left.count)) {
    if (pairs.has(item) || pairedInstances.has(instance)) continue;
    pairs.set(item, instance);
    pairedInstances.add(instance);
  }
  return pairs;
}
