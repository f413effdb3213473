import type { BoundingBox } from '../geojson/feature-query.ts';
import type { FilterGeometry } from './geometry.ts';

// The tree of a filter in the Common Query Language (OGC 21-065r2, "CQL2"), from its text or its JSON. The names are those of the standard.

/** A condition that is true, false or, with missing values, neither. */
export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | Comparison
  | IsNull
  | Like
  | Between
  | In
  | SpatialPredicate
  | TemporalPredicate
  | ArrayPredicate
  | BooleanLiteral
  | FunctionCall;

export const comparisonOperators = ['=', '<>', '<', '<=', '>', '>='] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

export type Comparison = {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Scalar;
  readonly right: Scalar;
};

export type IsNull = { readonly kind: 'isNull'; readonly value: Exclude<Expression, ArrayLiteral> };

/** In the pattern, `%` is any text, `_` any character, and a backslash takes their meaning from them. */
export type Like = { readonly kind: 'like'; readonly value: Character; readonly pattern: Pattern };

/** Both limits are included. */
export type Between = {
  readonly kind: 'between';
  readonly value: Ordered;
  readonly lower: Ordered;
  readonly upper: Ordered;
};

export type In = {
  readonly kind: 'in';
  readonly value: Scalar;
  /** At least one. */
  readonly items: readonly Scalar[];
};

export const spatialOperators = [
  's_contains',
  's_crosses',
  's_disjoint',
  's_equals',
  's_intersects',
  's_overlaps',
  's_touches',
  's_within',
] as const;
export type SpatialOperator = (typeof spatialOperators)[number];

export type SpatialPredicate = {
  readonly kind: 'spatial';
  readonly operator: SpatialOperator;
  readonly left: Spatial;
  readonly right: Spatial;
};

export const temporalOperators = [
  't_after',
  't_before',
  't_contains',
  't_disjoint',
  't_during',
  't_equals',
  't_finishedBy',
  't_finishes',
  't_intersects',
  't_meets',
  't_metBy',
  't_overlappedBy',
  't_overlaps',
  't_startedBy',
  't_starts',
] as const;
export type TemporalOperator = (typeof temporalOperators)[number];

export type TemporalPredicate = {
  readonly kind: 'temporal';
  readonly operator: TemporalOperator;
  readonly left: Temporal;
  readonly right: Temporal;
};

export const arrayOperators = ['a_containedBy', 'a_contains', 'a_equals', 'a_overlaps'] as const;
export type ArrayOperator = (typeof arrayOperators)[number];

export type ArrayPredicate = {
  readonly kind: 'arrayPredicate';
  readonly operator: ArrayOperator;
  readonly left: ArrayOperand;
  readonly right: ArrayOperand;
};

export const arithmeticOperators = ['+', '-', '*', '/', '%', 'div', '^'] as const;
export type ArithmeticOperator = (typeof arithmeticOperators)[number];

export type Arithmetic = {
  readonly kind: 'arithmetic';
  readonly operator: ArithmeticOperator;
  readonly left: Numeric;
  readonly right: Numeric;
};

export type Property = { readonly kind: 'property'; readonly name: string };
export type TextLiteral = { readonly kind: 'text'; readonly text: string };
/** A decimal number as it is written, in the spelling of JSON. */
export type NumberLiteral = { readonly kind: 'number'; readonly decimal: string };
export type BooleanLiteral = { readonly kind: 'boolean'; readonly value: boolean };
/** A day from 0000-01-01 to 9999-12-31. */
export type DateLiteral = { readonly kind: 'date'; readonly date: string };
/** A time in UTC, such as `1850-01-01T00:00:00Z`. */
export type TimestampLiteral = { readonly kind: 'timestamp'; readonly timestamp: string };
/** An end that is null is open. */
export type IntervalLiteral = {
  readonly kind: 'interval';
  readonly start: IntervalEnd | null;
  readonly end: IntervalEnd | null;
};
export type IntervalEnd = DateLiteral | TimestampLiteral | Property | FunctionCall;
/** Coordinates are in the reference system that the request names beside the filter. */
export type GeometryLiteral = { readonly kind: 'geometry'; readonly geometry: FilterGeometry };
export type BoxLiteral = {
  readonly kind: 'box';
  readonly box: BoundingBox;
  readonly heights: readonly [lowest: number, highest: number] | null;
};
export type CaseInsensitive = { readonly kind: 'casei'; readonly value: Character };
export type AccentInsensitive = { readonly kind: 'accenti'; readonly value: Character };
export type ArrayLiteral = { readonly kind: 'array'; readonly items: readonly Expression[] };
export type FunctionCall = {
  readonly kind: 'function';
  /** As it is written: the names of functions are compared by who evaluates them. */
  readonly name: string;
  readonly arguments: readonly Expression[];
};

/** Everything that can stand as an argument of a function. */
export type Expression =
  | Filter
  | Property
  | TextLiteral
  | NumberLiteral
  | DateLiteral
  | TimestampLiteral
  | IntervalLiteral
  | GeometryLiteral
  | BoxLiteral
  | CaseInsensitive
  | AccentInsensitive
  | Arithmetic
  | ArrayLiteral;

export type Character = TextLiteral | CaseInsensitive | AccentInsensitive | Property | FunctionCall;

export type Pattern =
  | TextLiteral
  | { readonly kind: 'casei'; readonly value: Pattern }
  | { readonly kind: 'accenti'; readonly value: Pattern };

export type Numeric = NumberLiteral | Arithmetic | Property | FunctionCall;
/** What BETWEEN compares: the standard has numbers alone, and clients send days and times. */
export type Ordered = Numeric | DateLiteral | TimestampLiteral;
export type Scalar = Character | Ordered | BooleanLiteral;
export type Spatial = GeometryLiteral | BoxLiteral | Property | FunctionCall;
export type Temporal = DateLiteral | TimestampLiteral | IntervalLiteral | Property | FunctionCall;
export type ArrayOperand = ArrayLiteral | Property | FunctionCall;
