import { listDateRanges, type DateRange } from '../datatypes/values/extended-date-ranges.ts';
import { compareNumbers } from './compare-numbers.ts';
import { comparableText, compareCodePoints, createLike } from './compare-texts.ts';
import { listPlaces, type LayerFilter, type Limits, type TextTest } from './layer-filter.ts';
import type { Column, Queryable } from './queryable.ts';

/** One of the texts that make up a column, and the value that it shows. */
export type ShownText = { readonly text: string; readonly value: unknown };

/** What a feature shows. */
export type ShownFeature = {
  /** The texts of a column or an id. */
  readonly textsOf: (queryable: Queryable) => readonly ShownText[];
  /** The texts of the columns of a card, tile by tile. */
  readonly tilesOf: (card: Column) => readonly Pick<ShownFeature, 'textsOf'>[];
  readonly hasGeometry: boolean;
  /** Whether the geometry lies so to the place with this number; null without a geometry. */
  readonly placeAt: (number: number) => boolean | null;
};

/** True, false, or neither. */
type Truth = boolean | null;

type Evaluate = (feature: ShownFeature) => Truth;

/**
 * Makes the function that evaluates a filter for features (OGC 21-065r2, 6.1): NOT of neither is neither, AND is false if a part is false,
 * and OR true if a part is true.
 * @rule GeoJSON and OGC API Features: When does a feature meet a filter?
 * @returns a function that tells whether the filter is true
 */
export function createEvaluation(filter: LayerFilter): (feature: ShownFeature) => boolean {
  const places = listPlaces(filter);
  const evaluate = compile(filter, (place) => places.indexOf(place));
  return (feature) => evaluate(feature) === true;
}

type NumberOfPlace = (place: LayerFilter & { kind: 'place' }) => number;

function compile(filter: LayerFilter, numberOf: NumberOfPlace): Evaluate {
  switch (filter.kind) {
    case 'all':
      return joinAll(filter.parts.map((part) => compile(part, numberOf)));
    case 'any':
      return joinAny(filter.parts.map((part) => compile(part, numberOf)));
    case 'not': {
      const evaluate = compile(filter.part, numberOf);
      return (feature) => {
        const truth = evaluate(feature);
        return truth === null ? null : !truth;
      };
    }
    case 'none': {
      const evaluate = compile(filter.part, numberOf);
      return (feature) => evaluate(feature) !== true;
    }
    case 'constant':
      return () => filter.isTrue;
    case 'present':
      return (feature) => feature.textsOf(filter.queryable).length > 0;
    case 'located':
      return (feature) => feature.hasGeometry;
    case 'value':
      return compileValue(filter.queryable, filter.test);
    case 'same tile': {
      const evaluate = compile(filter.part, numberOf);
      return (feature) =>
        anyOf(feature.tilesOf(filter.column).map((tile) => evaluate({ ...feature, ...tile })));
    }
    default: {
      const number = numberOf(filter);
      return (feature) => feature.placeAt(number);
    }
  }
}

const joinAll =
  (parts: readonly Evaluate[]): Evaluate =>
  (feature) => {
    let truth: Truth = true;
    for (const part of parts) {
      const result = part(feature);
      if (result === false) return false;
      if (result === null) truth = null;
    }
    return truth;
  };

const joinAny =
  (parts: readonly Evaluate[]): Evaluate =>
  (feature) => {
    let truth: Truth = false;
    for (const part of parts) {
      const result = part(feature);
      if (result === true) return true;
      if (result === null) truth = null;
    }
    return truth;
  };

/** Of some tiles, one meets a condition. Without tiles with values, it is neither true nor false. */
function anyOf(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(false) ? false : null;
}

/** What passes a test: one of the texts, or for equality all of them as the property shows them. */
function compileValue(queryable: Queryable, test: TextTest): Evaluate {
  const passes = createTextTest(test);
  return (feature) => {
    const shown = feature.textsOf(queryable);
    if (shown.length === 0) return null;
    if (shown.some(passes)) return true;
    if (test.kind !== 'equal' || shown.length === 1) return false;
    return passes({ text: joinShownTexts(shown), value: null });
  };
}

/** The property that shows some texts. */
const joinShownTexts = (shown: readonly ShownText[]): string =>
  shown.map(({ text }) => text).join(', ');

/** Makes the function that tells whether a shown text passes a test. */
export function createTextTest(test: TextTest): (shown: ShownText) => boolean {
  switch (test.kind) {
    case 'equal': {
      const texts = new Set(test.texts.map((text) => comparableText(text, test)));
      return ({ text }) => texts.has(comparableText(text, test));
    }
    case 'like': {
      const isLike = createLike(comparableText(test.pattern, test));
      return ({ text }) => isLike(comparableText(text, test));
    }
    case 'between': {
      const isWithin = createRange(compareCodePoints, {
        ...test,
        lower: test.lower === null ? null : comparableText(test.lower, test),
        upper: test.upper === null ? null : comparableText(test.upper, test),
      });
      return ({ text }) => isWithin(comparableText(text, test));
    }
    case 'number': {
      const ranges = test.ranges.map((range) => createRange(compareNumbers, range));
      return ({ text }) => ranges.some((isWithin) => isWithin(text));
    }
    case 'days':
      return ({ text }) => listDateRanges(text).some((dates) => liesTo(dates, test));
    default:
      return ({ value }) => typeof value === 'string' && test.valueIds.has(value.toLowerCase());
  }
}

function createRange(
  compare: (left: string, right: string) => number | undefined,
  { lower, upper, includesLimits }: Limits,
): (text: string) => boolean {
  const isAbove = (difference: number | undefined): boolean =>
    difference !== undefined && (difference > 0 || (includesLimits && difference === 0));
  return (text) =>
    (lower === null || isAbove(compare(text, lower))) &&
    (upper === null || isAbove(compare(upper, text)));
}

/** Whether the days of a date lie so to one of some ranges; before or after, to all. */
function liesTo(
  { lower, upper }: DateRange,
  { ranges, relation }: TextTest & { kind: 'days' },
): boolean {
  switch (relation) {
    case 'before':
      return ranges.every((range) => upper < range.lower);
    case 'after':
      return ranges.every((range) => lower > range.upper);
    case 'within':
      return ranges.some((range) => lower >= range.lower && upper <= range.upper);
    default:
      return ranges.some((range) => lower <= range.upper && upper >= range.lower);
  }
}
