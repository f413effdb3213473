import fc from 'fast-check';

/** The source of the random choices in a test. */
export type Draw = fc.GeneratorValue;

/** True once in so many times. */
export function onceIn(draw: Draw, times: number): boolean {
  return draw(fc.nat, { max: times - 1 }) === 0;
}

/** Both ends are included. */
export function integerBetween(draw: Draw, min: number, max: number): number {
  return draw(fc.integer, { min, max });
}

/** @throws Error where the list is empty */
export function pickOne<Item>(draw: Draw, items: readonly Item[]): Item {
  const found = items[draw(fc.nat, { max: items.length - 1 })];
  if (found === undefined) throw new Error('There is nothing to choose from.');
  return found;
}

/** Each item is picked once in two times; they keep their order. */
export function pickSome<Item>(draw: Draw, items: readonly Item[]): readonly Item[] {
  return items.filter(() => onceIn(draw, 2));
}

export function repeat<Item>(times: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: times }, (_, index) => make(index));
}
