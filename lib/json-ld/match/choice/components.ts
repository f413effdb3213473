import type { Chooser } from './chooser.ts';

/** Choosers that share places, directly or through others, together; in the order of their first ones. */
export function componentsOf<Item, Place>(
  choosers: readonly Chooser<Item, Place>[],
): readonly (readonly Chooser<Item, Place>[])[] {
  const takers = new Map<Place, Chooser<Item, Place>[]>();
  for (const chooser of choosers) {
    for (const { place } of chooser.choices) {
      const some = takers.get(place);
      if (some === undefined) takers.set(place, [chooser]);
      else some.push(chooser);
    }
  }
  const order = new Map(choosers.map((chooser, place) => [chooser, place]));
  const inOrder = (one: Chooser<Item, Place>, other: Chooser<Item, Place>): number =>
    (order.get(one) ?? 0) - (order.get(other) ?? 0);
  const seen = new Set<Chooser<Item, Place>>();
  const components: Chooser<Item, Place>[][] = [];
  for (const start of choosers) {
    if (seen.has(start)) continue;
    seen.add(start);
    const component: Chooser<Item, Place>[] = [];
    const pending = [start];
    for (let chooser = pending.pop(); chooser !== undefined; chooser = pending.pop()) {
      component.push(chooser);
      for (const { place } of chooser.choices) {
        for (const other of takers.get(place) ?? []) {
          if (seen.has(other)) continue;
          seen.add(other);
          pending.push(other);
        }
        takers.delete(place);
      }
    }
    components.push(component.sort(inOrder));
  }
  return components;
}
