import type { Expression, Filter } from './filter.ts';
import { filters, type Allowed } from './kinds.ts';
import type { Operand } from './operand.ts';
import { FilterRefusal, type FilterPlace } from './problem.ts';

/** The operands of one operation. Each must be of a kind that the operation allows. */
export class Operands {
  /** How an error names the operation. */
  readonly #name: string;
  readonly #operands: readonly Operand[];
  readonly #place: FilterPlace;

  constructor(name: string, operands: readonly Operand[], place: FilterPlace) {
    this.#name = name;
    this.#operands = operands;
    this.#place = place;
  }

  /** @throws FilterRefusal if there are not so many */
  expectCount(count: number): void {
    if (this.#operands.length === count) return;
    const message = `${this.#name} needs ${count} argument${count === 1 ? '' : 's'}, and has ${this.#operands.length}.`;
    throw new FilterRefusal(message, this.#place);
  }

  /** @throws FilterRefusal if the operand is missing or of another kind */
  at<Part extends Expression>(index: number, allowed: Allowed<Part>): Part {
    const operand = this.#operands[index];
    if (operand !== undefined && allowed.includes(operand.expression)) return operand.expression;
    const message = explain(this.#name, operand?.expression, allowed);
    throw new FilterRefusal(message, operand?.place ?? this.#place);
  }

  /** @throws FilterRefusal unless there are conditions alone, at least two */
  conditions(): readonly Filter[] {
    if (this.#operands.length < 2) {
      const message = `${this.#name} needs two conditions or more. Leave it out around a single one.`;
      throw new FilterRefusal(message, this.#place);
    }
    return this.#operands.map((_operand, index) => this.at(index, filters));
  }
}

function explain(
  name: string,
  expression: Expression | undefined,
  allowed: Allowed<Expression>,
): string {
  return expression?.kind === 'property' && allowed === filters
    ? `${JSON.stringify(expression.name)} alone is no condition. Write name = TRUE, name IS NOT NULL or another comparison.`
    : `${name} needs ${allowed.description} here.`;
}
