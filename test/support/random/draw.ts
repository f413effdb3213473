import fc from 'fast-check';

/** The source of the random choices in a test. */
export type Draw = fc.GeneratorValue;

/**
 * The builders of integers, by their limits. They are kept, because fast-check looks for each drawn builder with its parameters in a list
 * of all earlier ones.
 */
const integerBuilders = new Map<string, () => fc.Arbitrary<number>>();

/** Draws an integer from `min` to `max`, both included. */
export function integerBetween(draw: Draw, min: number, max: number): number {
  const key = `${min} ${max}`;
  const existing = integerBuilders.get(key);
  if (existing !== undefined) return draw(existing);
  const integers = fc.integer({ min, max });
  const builder = (): fc.Arbitrary<number> => integers;
  integerBuilders.set(key, builder);
  return draw(builder);
}

/** Returns true once in `times` calls on average. */
export function onceIn(draw: Draw, times: number): boolean {
  return integerBetween(draw, 0, times - 1) === 0;
}

/** @throws Error if the list is empty */
export function pickOne<Item>(draw: Draw, items: readonly Item[]): Item {
  const item = items[items.length === 0 ? 0 : integerBetween(draw, 0, items.length - 1)];
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
