import type { Expression, Filter, SpatialPredicate } from './filter.ts';

/** A conformance class of the standard (OGC 21-065r2, clauses 7 and 8), as its URI ends. */
export type ConformanceClass =
  | 'basic-cql2'
  | 'advanced-comparison-operators'
  | 'case-insensitive-comparison'
  | 'accent-insensitive-comparison'
  | 'basic-spatial-functions'
  | 'basic-spatial-functions-plus'
  | 'spatial-functions'
  | 'temporal-functions'
  | 'array-functions'
  | 'property-property'
  | 'functions'
  | 'arithmetic';

/** A class that a filter needs, and the first construct that needs it, as text writes it. */
export type ConformanceNeed = {
  readonly conformanceClass: ConformanceClass;
  readonly construct: string;
};

/**
 * Lists the conformance classes that a filter needs, each once.
 */
export function listConformanceNeeds(filter: Filter): readonly ConformanceNeed[] {
  const constructs = new Map<ConformanceClass, string>([['basic-cql2', 'filter']]);
  visit(filter, ({ conformanceClass, construct }) => {
    if (!constructs.has(conformanceClass)) constructs.set(conformanceClass, construct);
  });
  return [...constructs].map(([conformanceClass, construct]) => ({ conformanceClass, construct }));
}

function visit(expression: Expression, report: (need: ConformanceNeed) => void): void {
  for (const need of needsOf(expression)) report(need);
  for (const part of partsOf(expression)) visit(part, report);
}

const need = (conformanceClass: ConformanceClass, construct: string): ConformanceNeed => ({
  conformanceClass,
  construct,
});

/** What a part needs, apart from the parts in it. */
function needsOf(expression: Expression): readonly ConformanceNeed[] {
  switch (expression.kind) {
    case 'comparison': {
      const { left, right, operator } = expression;
      return needsOfSides(left, [right], operator);
    }
    case 'like':
      return [
        need('advanced-comparison-operators', 'LIKE'),
        ...needsOfSides(expression.value, [], 'LIKE'),
      ];
    case 'between':
      return [
        need('advanced-comparison-operators', 'BETWEEN'),
        ...needsOfSides(expression.value, [expression.lower, expression.upper], 'BETWEEN'),
      ];
    case 'in':
      return [
        need('advanced-comparison-operators', 'IN'),
        ...needsOfSides(expression.value, expression.items, 'IN'),
      ];
    case 'isNull':
      return needsOfSides(expression.value, [], 'IS NULL');
    case 'spatial':
      return [
        need(spatialClassOf(expression), expression.operator.toUpperCase()),
        ...needsOfPair(expression.left, expression.right, expression.operator),
      ];
    case 'temporal':
      return [
        need('temporal-functions', expression.operator.toUpperCase()),
        ...needsOfPair(expression.left, expression.right, expression.operator),
      ];
    case 'arrayPredicate':
      return [
        need('array-functions', expression.operator.toUpperCase()),
        ...needsOfPair(expression.left, expression.right, expression.operator),
      ];
    case 'casei':
      return [need('case-insensitive-comparison', 'CASEI')];
    case 'accenti':
      return [need('accent-insensitive-comparison', 'ACCENTI')];
    case 'arithmetic':
      return [need('arithmetic', expression.operator)];
    case 'function':
      return [need('functions', `${expression.name}()`)];
    default:
      return [];
  }
}

/** Without the class property-property, a property stands on the left, and literals on the right. */
function needsOfSides(
  left: Expression,
  right: readonly Expression[],
  construct: string,
): readonly ConformanceNeed[] {
  return !isOrHasProperty(left, isVariable) ||
    right.some((side) => isOrHasProperty(side, isProperty))
    ? [need('property-property', construct)]
    : [];
}

/** Without the class property-property, one argument of a predicate is a property and the other is a literal. */
function needsOfPair(
  left: Expression,
  right: Expression,
  operator: string,
): readonly ConformanceNeed[] {
  const variables = [left, right].filter((side) => isOrHasProperty(side, isVariable));
  const isPropertyWithLiteral =
    variables.length === 1 || [left, right].some(({ kind }) => kind === 'function');
  return isPropertyWithLiteral ? [] : [need('property-property', operator.toUpperCase())];
}

const isProperty = ({ kind }: Expression): boolean => kind === 'property';
const isVariable = ({ kind }: Expression): boolean => kind === 'property' || kind === 'function';

/** Looks through CASEI, calculations, lists and intervals, and not into functions. */
function isOrHasProperty(
  expression: Expression,
  isSuch: (expression: Expression) => boolean,
): boolean {
  if (isSuch(expression)) return true;
  if (expression.kind === 'function') return false;
  return partsOf(expression).some((part) => isOrHasProperty(part, isSuch));
}

/** Basic spatial functions are S_INTERSECTS with points and boxes; with all other geometries they are the class "plus". */
function spatialClassOf({ operator, left, right }: SpatialPredicate): ConformanceClass {
  if (operator !== 's_intersects') return 'spatial-functions';
  const isOther = [left, right].some(
    (side) => side.kind === 'geometry' && side.geometry.type !== 'Point',
  );
  return isOther ? 'basic-spatial-functions-plus' : 'basic-spatial-functions';
}

/** The parts directly within a part. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.filters;
    case 'not':
      return [expression.filter];
    case 'comparison':
    case 'spatial':
    case 'temporal':
    case 'arrayPredicate':
    case 'arithmetic':
      return [expression.left, expression.right];
    case 'isNull':
    case 'casei':
    case 'accenti':
      return [expression.value];
    case 'like':
      return [expression.value, expression.pattern];
    case 'between':
      return [expression.value, expression.lower, expression.upper];
    case 'in':
      return [expression.value, ...expression.items];
    case 'function':
      return expression.arguments;
    case 'array':
      return expression.items;
    case 'interval':
      return [expression.start, expression.end].filter((end) => end !== null);
    default:
      return [];
  }
}
