/** A place that an item could take. */
export type PlaceChoice<Place> = {
  readonly place: Place;
  /** How much speaks against it: lower is better. */
  readonly cost: bigint;
  /** The kind of the item, where the place takes one item of each kind, such as one text in each language. */
  readonly slot?: string;
};

/** An item with the places that it could take. */
export type Chooser<Item, Place> = {
  readonly item: Item;
  readonly choices: readonly PlaceChoice<Place>[];
};

/** How many items a place takes, and what it costs when it takes none. */
export type Room = { readonly capacity: number; readonly emptyCost: bigint };

export type Assignment<Item, Place> = {
  /** The place of each item. An item for which there is no room is absent. */
  readonly chosen: ReadonlyMap<Item, Place>;
  /** The items that could take another place at the same cost, with all places that they could take. */
  readonly open: ReadonlyMap<Item, readonly Place[]>;
  readonly cost: bigint;
};

/** Splits choosers into sets that share no place. Each set, and the list of sets, keeps the order of the choosers. */
export function connectedChoosers<Item, Place>(
  choosers: readonly Chooser<Item, Place>[],
): readonly (readonly Chooser<Item, Place>[])[] {
  const byPlace = new Map<Place, number[]>();
  for (const [position, { choices }] of choosers.entries()) {
    for (const { place } of choices) {
      const some = byPlace.get(place);
      if (some === undefined) byPlace.set(place, [position]);
      else some.push(position);
    }
  }
  const setOf = new Map<number, number>();
  for (const start of choosers.keys()) {
    const pending = setOf.has(start) ? [] : [start];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (setOf.has(at)) continue;
      setOf.set(at, start);
      for (const { place } of choosers[at]?.choices ?? []) {
        pending.push(...(byPlace.get(place) ?? []));
        byPlace.delete(place);
      }
    }
  }
  const sets = Map.groupBy(choosers.entries(), ([position]) => setOf.get(position));
  return Array.from(sets.values(), (set) => set.map(([, chooser]) => chooser));
}
