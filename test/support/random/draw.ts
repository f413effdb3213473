import fc from 'fast-check';

/** Draws one after another of the random choices that a world is made of. */
export type Draw = fc.GeneratorValue;

/** Whether something comes about that does so once in so many times. */
export function onceIn(draw: Draw, times: number): boolean {
  return draw(fc.nat, { max: times - 1 }) === 0;
}

/** A whole number, both ends included. */
export function integerBetween(draw: Draw, min: number, max: number): number {
  return draw(fc.integer, { min, max });
}

/** Any one of a list. */
export function pickOne<Item>(draw: Draw, items: readonly Item[]): Item {
  const found = items[draw(fc.nat, { max: items.length - 1 })];
  if (found === undefined) throw new Error('There is nothing to choose from.');
  return found;
}

/** Some of a list, in its order: each is in it once in two times. */
export function pickSome<Item>(draw: Draw, items: readonly Item[]): readonly Item[] {
  return items.filter(() => onceIn(draw, 2));
}

/** So many things, each made on its own. */
export function repeat<Item>(times: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: times }, (_, index) => make(index));
}
