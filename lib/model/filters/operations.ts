import {
  arithmeticOperators,
  arrayOperators,
  comparisonOperators,
  spatialOperators,
  temporalOperators,
  type Expression,
  type Filter,
} from './filter.ts';
import * as kinds from './kinds.ts';
import { combine, type Operand } from './operand.ts';
import { Operands } from './operands.ts';
import { FilterRefusal, type FilterPlace } from './problem.ts';
import { isFunctionName } from './words.ts';

/** An operation of the standard. */
type Operation = {
  /** Its name in JSON. */
  readonly name: string;
  /** How many operands it has; undefined for two or more. */
  readonly count: number | undefined;
  readonly build: (operands: Operands) => Expression;
};

function each<const Operator extends string>(
  operators: readonly Operator[],
  build: (operator: Operator, operands: Operands) => Expression,
): readonly Operation[] {
  return operators.map((operator) => ({
    name: operator,
    count: 2,
    build: (operands) => build(operator, operands),
  }));
}

/** The two operands of an operation, which both must be of a kind. */
const pair = <Part extends Expression>(
  operands: Operands,
  allowed: kinds.Allowed<Part>,
): { readonly left: Part; readonly right: Part } => ({
  left: operands.at(0, allowed),
  right: operands.at(1, allowed),
});

/** What may stand in each operation. */
const operations: readonly Operation[] = [
  {
    name: 'and',
    count: undefined,
    build: (operands) => ({ kind: 'and', filters: operands.conditions() }),
  },
  {
    name: 'or',
    count: undefined,
    build: (operands) => ({ kind: 'or', filters: operands.conditions() }),
  },
  {
    name: 'not',
    count: 1,
    build: (operands) => ({ kind: 'not', filter: operands.at(0, kinds.filters) }),
  },
  ...each(comparisonOperators, (operator, operands) => ({
    kind: 'comparison',
    operator,
    ...pair(operands, kinds.scalars),
  })),
  {
    name: 'like',
    count: 2,
    build: (operands) => ({
      kind: 'like',
      value: operands.at(0, kinds.characters),
      pattern: operands.at(1, kinds.patterns),
    }),
  },
  {
    name: 'between',
    count: 3,
    build: (operands) => ({
      kind: 'between',
      value: operands.at(0, kinds.orderedValues),
      lower: operands.at(1, kinds.orderedValues),
      upper: operands.at(2, kinds.orderedValues),
    }),
  },
  {
    name: 'in',
    count: 2,
    build: (operands) => ({
      kind: 'in',
      value: operands.at(0, kinds.scalars),
      items: operands.at(1, kinds.scalarLists).items,
    }),
  },
  {
    name: 'isNull',
    count: 1,
    build: (operands) => ({ kind: 'isNull', value: operands.at(0, kinds.singleValues) }),
  },
  {
    name: 'casei',
    count: 1,
    build: (operands) => ({ kind: 'casei', value: operands.at(0, kinds.characters) }),
  },
  {
    name: 'accenti',
    count: 1,
    build: (operands) => ({ kind: 'accenti', value: operands.at(0, kinds.characters) }),
  },
  ...each(spatialOperators, (operator, operands) => ({
    kind: 'spatial',
    operator,
    ...pair(operands, kinds.spatialValues),
  })),
  ...each(temporalOperators, (operator, operands) => ({
    kind: 'temporal',
    operator,
    ...pair(operands, kinds.temporalValues),
  })),
  ...each(arrayOperators, (operator, operands) => ({
    kind: 'arrayPredicate',
    operator,
    ...pair(operands, kinds.arrays),
  })),
  ...each(arithmeticOperators, (operator, operands) => ({
    kind: 'arithmetic',
    operator,
    ...pair(operands, kinds.numbers),
  })),
];

const operationsByName: ReadonlyMap<string, Operation> = new Map(
  operations.map((operation) => [operation.name.toLowerCase(), operation]),
);

/** The operations that text writes as functions. */
const functionNames: ReadonlySet<string> = new Set([
  'casei',
  'accenti',
  ...[...spatialOperators, ...temporalOperators, ...arrayOperators].map((name) =>
    name.toLowerCase(),
  ),
]);

/** Whether text writes the operation as a function, such as `S_WITHIN`. @param name in any case */
export const isWrittenAsFunction = (name: string): boolean => functionNames.has(name.toLowerCase());

/** Whether the standard has an operation of the name. @param name in any case */
export const isOperation = (name: string): boolean => operationsByName.has(name.toLowerCase());

/**
 * Makes a part of a filter from its operands: by an operation of the standard, or by a function.
 * @param name of the operation in JSON, in any case, or of a function
 * @throws FilterRefusal
 */
export function build(name: string, operands: readonly Operand[], place: FilterPlace): Operand {
  const operation = operationsByName.get(name.toLowerCase());
  if (operation === undefined) return buildFunction(name, operands, place);
  const read = new Operands(operation.name.toUpperCase(), operands, place);
  if (operation.count !== undefined) read.expectCount(operation.count);
  return combine(operation.build(read), place, operands);
}

function buildFunction(name: string, operands: readonly Operand[], place: FilterPlace): Operand {
  if (!isFunctionName(name)) {
    const message = `${JSON.stringify(name)} is neither an operation nor the name of a function, which has letters, digits and underscores and is no word of the grammar.`;
    throw new FilterRefusal(message, place);
  }
  refuseListsOfOneCondition(operands);
  const expressions = operands.map(({ expression }) => expression);
  return combine({ kind: 'function', name, arguments: expressions }, place, operands);
}

/** Makes a list. @throws FilterRefusal */
export function buildArray(operands: readonly Operand[], place: FilterPlace): Operand {
  refuseListsOfOneCondition(operands);
  const items = operands.map(({ expression }) => expression);
  return combine({ kind: 'array', items }, place, operands);
}

/** Text could not write them: there, the brackets around a single condition only group it. */
function refuseListsOfOneCondition(operands: readonly Operand[]): void {
  for (const { expression, place } of operands) {
    const [item, ...others] = expression.kind === 'array' ? expression.items : [];
    if (item === undefined || others.length > 0 || !kinds.isGroupedByBrackets(item)) continue;
    const message = 'Write a single condition or calculation without a list around it.';
    throw new FilterRefusal(message, place);
  }
}

/** Whether an operand of the operation must be a list. @param name in any case */
export const isListOperation = (name: string): boolean =>
  name.toLowerCase() === 'in' ||
  arrayOperators.some((operator) => operator.toLowerCase() === name.toLowerCase());

/** @throws FilterRefusal if the whole is no condition */
export function requireFilter(operand: Operand): Filter {
  return new Operands('A filter', [operand], operand.place).at(0, kinds.filters);
}
