import fc from 'fast-check';

/** The source of the random choices in a test. */
export type Draw = fc.GeneratorValue;

/** Returns true once in `times` calls on average. */
export function onceIn(draw: Draw, times: number): boolean {
  return draw(fc.nat, { max: times - 1 }) === 0;
}

/** Draws an integer from `min` to `max`, both included. */
export function integerBetween(draw: Draw, min: number, max: number): number {
  return draw(fc.integer, { min, max });
}

/** @throws Error if the list is empty */
export function pickOne<Item>(draw: Draw, items: readonly Item[]): Item {
  const item = items[draw(fc.nat, { max: items.length - 1 })];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

/** Picks each item with a probability of one half, in their order. */
export function pickSome<Item>(draw: Draw, items: readonly Item[]): readonly Item[] {
  return items.filter(() => onceIn(draw, 2));
}

export function repeat<Item>(times: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: times }, (_, index) => make(index));
}
