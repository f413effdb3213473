import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { WorkLimit } from '../choice/work-limit.ts';
import { appendTo } from '../model.ts';
import type { InstanceContent, Contents } from '../values/contents.ts';

/** A word in more stored instances than this does not help to find the right one. */
const commonWord = 12;

/**
 * Pairs items of a document with the stored instances that they continue: first by equal content, then by the most words in common,
 * then in order.
 * @param pool the stored instances that are still free
 * @returns the stored instance of each item that continues one
 * @throws TooAmbiguousError
 */
export function pair<Item>(
  items: readonly Item[],
  contentOf: (item: Item) => InstanceContent,
  pool: readonly NodeInstance[],
  { ofStored }: Contents,
  workLimit: WorkLimit,
): ReadonlyMap<Item, NodeInstance> {
  const found = new Map<Item, NodeInstance>();
  if (pool.length === 0 || items.length === 0) return found;
  const [item] = items;
  const [instance] = pool;
  if (items.length === 1 && pool.length === 1 && item !== undefined && instance !== undefined)
    return found.set(item, instance);
  workLimit.count(items.length + pool.length);
  const equal = pairEqual(items, contentOf, pool, { ofStored });
  const rest = items.filter((one) => !equal.has(one));
  const left = remaining(pool, equal);
  const similar = pairSimilar(rest, contentOf, left, ofStored, workLimit);
  const inOrder = remaining(left, similar).values();
  for (const one of rest.filter((other) => !similar.has(other))) {
    const { value } = inOrder.next();
    if (value !== undefined) found.set(one, value);
  }
  return new Map([...found, ...equal, ...similar]);
}

function remaining<Item>(
  pool: readonly NodeInstance[],
  taken: ReadonlyMap<Item, NodeInstance>,
): readonly NodeInstance[] {
  const gone = new Set(taken.values());
  return pool.filter((instance) => !gone.has(instance));
}

/** Pairs items with the stored instances of equal content. Other items stay without a pair. */
export function pairEqual<Item>(
  items: readonly Item[],
  contentOf: (item: Item) => InstanceContent,
  pool: readonly NodeInstance[],
  { ofStored }: Pick<Contents, 'ofStored'>,
): ReadonlyMap<Item, NodeInstance> {
  const byKey = new Map<number, NodeInstance[]>();
  for (const instance of pool.toReversed()) appendTo(byKey, ofStored(instance).key, instance);
  const found = new Map<Item, NodeInstance>();
  for (const item of items) {
    const instance = byKey.get(contentOf(item).key)?.pop();
    if (instance !== undefined) found.set(item, instance);
  }
  return found;
}

/** Pairs each item with the instance with which it has the most words in common, the most similar pairs first. */
function pairSimilar<Item>(
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
      const some = byWord.get(word) ?? [];
      if (some.length > commonWord && pool.length > commonWord) continue;
      workLimit.count(1 + some.length);
      for (const one of some) shared.set(one, (shared.get(one) ?? 0) + 1);
    }
    return Array.from(shared, ([instance, count]) => ({ item, instance, count }));
  });
  const found = new Map<Item, NodeInstance>();
  const taken = new Set<NodeInstance>();
  for (const { item, instance } of similarities.sort((one, other) => other.count - one.count)) {
    if (found.has(item) || taken.has(instance)) continue;
    found.set(item, instance);
    taken.add(instance);
  }
  return found;
}
