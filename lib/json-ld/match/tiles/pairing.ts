import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { Steps } from '../choice/steps.ts';
import { appendTo } from '../model.ts';
import type { InstanceContent, Contents } from '../values/contents.ts';

/** A word that more stored instances have does not tell which of them is meant. */
const commonWord = 12;

/**
 * Finds the stored instances that things of a document continue: those with equal content, else those with most in common, else in
 * order.
 * @param pool stored instances that nothing else continues
 * @returns without the things that are new
 * @throws TooAmbiguousError
 */
export function pair<Thing>(
  things: readonly Thing[],
  contentOf: (thing: Thing) => InstanceContent,
  pool: readonly NodeInstance[],
  { ofStored }: Contents,
  steps: Steps,
): ReadonlyMap<Thing, NodeInstance> {
  const found = new Map<Thing, NodeInstance>();
  if (pool.length === 0 || things.length === 0) return found;
  const [thing] = things;
  const [instance] = pool;
  if (things.length === 1 && pool.length === 1 && thing !== undefined && instance !== undefined)
    return found.set(thing, instance);
  steps.take(things.length + pool.length);
  const equal = pairEqual(things, contentOf, pool, { ofStored });
  const rest = things.filter((one) => !equal.has(one));
  const left = remaining(pool, equal);
  const similar = pairSimilar(rest, contentOf, left, ofStored, steps);
  const inOrder = remaining(left, similar).values();
  for (const one of rest.filter((other) => !similar.has(other))) {
    const { value } = inOrder.next();
    if (value !== undefined) found.set(one, value);
  }
  return new Map([...found, ...equal, ...similar]);
}

function remaining<Thing>(
  pool: readonly NodeInstance[],
  taken: ReadonlyMap<Thing, NodeInstance>,
): readonly NodeInstance[] {
  const gone = new Set(taken.values());
  return pool.filter((instance) => !gone.has(instance));
}

/** Finds the stored instances with the same content as things of a document, and no others. */
export function pairEqual<Thing>(
  things: readonly Thing[],
  contentOf: (thing: Thing) => InstanceContent,
  pool: readonly NodeInstance[],
  { ofStored }: Pick<Contents, 'ofStored'>,
): ReadonlyMap<Thing, NodeInstance> {
  const byKey = new Map<number, NodeInstance[]>();
  for (const instance of pool.toReversed()) appendTo(byKey, ofStored(instance).key, instance);
  const found = new Map<Thing, NodeInstance>();
  for (const thing of things) {
    const instance = byKey.get(contentOf(thing).key)?.pop();
    if (instance !== undefined) found.set(thing, instance);
  }
  return found;
}

/** Pairs what has most words in common, the most similar first. */
function pairSimilar<Thing>(
  things: readonly Thing[],
  contentOf: (thing: Thing) => InstanceContent,
  pool: readonly NodeInstance[],
  ofStored: Contents['ofStored'],
  steps: Steps,
): ReadonlyMap<Thing, NodeInstance> {
  const byWord = new Map<string, NodeInstance[]>();
  for (const instance of pool) {
    for (const word of new Set(ofStored(instance).words)) appendTo(byWord, word, instance);
  }
  const similarities = things.flatMap((thing) => {
    const shared = new Map<NodeInstance, number>();
    for (const word of new Set(contentOf(thing).words)) {
      const some = byWord.get(word) ?? [];
      if (some.length > commonWord && pool.length > commonWord) continue;
      steps.take(1 + some.length);
      for (const one of some) shared.set(one, (shared.get(one) ?? 0) + 1);
    }
    return Array.from(shared, ([instance, count]) => ({ thing, instance, count }));
  });
  const found = new Map<Thing, NodeInstance>();
  const taken = new Set<NodeInstance>();
  for (const { thing, instance } of similarities.sort((one, other) => other.count - one.count)) {
    if (found.has(thing) || taken.has(instance)) continue;
    found.set(thing, instance);
    taken.add(instance);
  }
  return found;
}
