/** A place that an item could take. */
export type Choice<Place> = {
  readonly place: Place;
  /** How much speaks against it; lower is better. */
  readonly cost: number;
  /** Where the place has room for one item of each kind only, such as one text in each language: the kind of this one. */
  readonly slot?: string;
};

/** An item with the places that it could take. */
export type Chooser<Item, Place> = {
  readonly item: Item;
  readonly choices: readonly Choice<Place>[];
};

/** How much room a place has, and what it costs to leave it empty. */
export type Room = { readonly capacity: number; readonly emptyCost: number };

export type Assignment<Item, Place> = {
  /** The place of each item; one for which there is no room is absent. */
  readonly chosen: ReadonlyMap<Item, Place>;
  /** Items that could as well take another place, with all that they could take. */
  readonly open: ReadonlyMap<Item, readonly Place[]>;
  readonly cost: number;
};
