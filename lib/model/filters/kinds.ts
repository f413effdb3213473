import type { ArrayLiteral, Expression, Pattern, Scalar } from './filter.ts';

// Which kinds of parts may stand where: the right sides of the productions in the grammar of the standard.

type Kind = Expression['kind'];

/** A description of what is allowed, and whether a part is that. */
export type Allowed<Part extends Expression> = {
  readonly description: string;
  readonly includes: (expression: Expression) => expression is Part;
};

function allow<const Kinds extends readonly Kind[]>(
  description: string,
  kinds: Kinds,
): Allowed<Extract<Expression, { readonly kind: Kinds[number] }>> {
  const set: ReadonlySet<Kind> = new Set(kinds);
  type Part = Extract<Expression, { readonly kind: Kinds[number] }>;
  return { description, includes: (expression): expression is Part => set.has(expression.kind) };
}

const named = ['property', 'function'] as const;
const character = ['text', 'casei', 'accenti', ...named] as const;
const numeric = ['number', 'arithmetic', ...named] as const;
const ordered = [...numeric, 'date', 'timestamp'] as const;

export const filters = allow("a condition, such as name = 'Barrow' or name IS NOT NULL", [
  'and',
  'or',
  'not',
  'comparison',
  'isNull',
  'like',
  'between',
  'in',
  'spatial',
  'temporal',
  'arrayPredicate',
  'boolean',
  'function',
]);
export const characters = allow('a text, a name or a function', character);
export const numbers = allow('a number, a name or a function', numeric);
export const orderedValues = allow(
  'a number, DATE(…), TIMESTAMP(…), a name or a function',
  ordered,
);
export const scalars = allow(
  'a text, number, TRUE, FALSE, DATE(…), TIMESTAMP(…), a name or a function',
  [...ordered, ...character, 'boolean'],
);
export const spatialValues = allow(
  'a geometry such as POINT(-1.8 51.2) or BBOX(-2,51,-1,52), a name or a function',
  ['geometry', 'box', ...named],
);
export const temporalValues = allow('DATE(…), TIMESTAMP(…), INTERVAL(…), a name or a function', [
  'date',
  'timestamp',
  'interval',
  ...named,
]);
export const arrays = allow("a list such as ('a', 'b'), a name or a function", ['array', ...named]);
type ScalarList = ArrayLiteral & { readonly items: readonly Scalar[] };

/** The list after IN. */
export const scalarLists: Allowed<ScalarList> = {
  description: "a list of one or more texts, numbers or dates, such as ('a', 'b'),",
  includes: (expression): expression is ScalarList =>
    expression.kind === 'array' &&
    expression.items.length > 0 &&
    expression.items.every(scalars.includes),
};

export const patterns: Allowed<Pattern> = {
  description: "a pattern in single quotation marks, such as 'Ba%'",
  includes: isPattern,
};

function isPattern(expression: Expression): expression is Pattern {
  const isFolded = expression.kind === 'casei' || expression.kind === 'accenti';
  return isFolded ? isPattern(expression.value) : expression.kind === 'text';
}

/** Everything but lists. */
export const singleValues: Allowed<Exclude<Expression, { readonly kind: 'array' }>> = {
  description: 'one value or name',
  includes: (expression): expression is Exclude<Expression, { readonly kind: 'array' }> =>
    expression.kind !== 'array',
};

/** Whether brackets around a part only group it: as an argument or in a list, `(a = 1)` is no list of one, and `('a')` is. */
export function isGroupedByBrackets(expression: Expression): boolean {
  if (expression.kind === 'arithmetic') return true;
  return (
    filters.includes(expression) && expression.kind !== 'boolean' && expression.kind !== 'function'
  );
}
