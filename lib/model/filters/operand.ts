import type { Expression } from './filter.ts';
import { filterLimits } from './limits.ts';
import { FilterRefusal, type FilterPlace } from './problem.ts';

/** A part of a filter while it is read. */
export type Operand<Part extends Expression = Expression> = {
  readonly expression: Part;
  readonly place: FilterPlace;
  /** How many parts are within each other, this one included. */
  readonly depth: number;
};

export const tooDeepMessage = `The filter has more than ${filterLimits.depth} conditions or brackets within each other. Write it flatter: a OR b OR c needs no brackets, and name IN (…) is any of many values.`;

/** Joins operands to one part of the filter. @throws FilterRefusal if it becomes too deep */
export function combine<Part extends Expression>(
  expression: Part,
  place: FilterPlace,
  operands: readonly Operand[],
): Operand<Part> {
  let depth = 0;
  for (const operand of operands) depth = Math.max(depth, operand.depth);
  if (depth >= filterLimits.depth) throw new FilterRefusal(tooDeepMessage, place);
  return { expression, place, depth: depth + 1 };
}

/** Counts the parts of one filter. */
export class PartCounter {
  #values = 0;
  #positions = 0;

  /** @throws FilterRefusal above the limit */
  countValue(place: FilterPlace): void {
    this.#values += 1;
    if (this.#values > filterLimits.values) {
      const message = `The filter has more than ${filterLimits.values} values and names. Ask for fewer at once, in several requests, or for the area or record that they have in common.`;
      throw new FilterRefusal(message, place);
    }
  }

  /** @throws FilterRefusal above the limit */
  countPosition(place: FilterPlace): void {
    this.#positions += 1;
    if (this.#positions > filterLimits.positions) {
      const message = `The geometries of the filter have more than ${filterLimits.positions} positions. Simplify them, or ask for a box.`;
      throw new FilterRefusal(message, place);
    }
  }
}
