import { parseDecimal } from '../datatypes/values/decimal.ts';
import { UnsupportedFilter } from '../questions/filter-refusal.ts';
import { isDate, rangesOfDates } from '../questions/dates.ts';
import type { Folding, LayerFilter, Limits, TextTest } from './layer-filter.ts';
import { comparisonOf, nameOf, type Queryable } from './queryable.ts';

const valueOf = (queryable: Queryable, test: TextTest): LayerFilter => ({
  kind: 'value',
  queryable,
  test,
});

/**
 * The filter that one of the texts of a column equals one of some texts. Numbers are equal whatever their spelling; what is no number
 * equals no number.
 * @rule GeoJSON and OGC API Features: What does the value of a condition mean for each kind of column?
 */
export function equalFilter(
  queryable: Queryable,
  texts: readonly string[],
  folding: Folding,
): LayerFilter {
  const numbers =
    comparisonOf(queryable) === 'numbers'
      ? texts.filter((text) => parseDecimal(text) !== undefined)
      : [];
  const others = texts.filter((text) => !numbers.includes(text));
  const parts = [
    ...(numbers.length === 0
      ? []
      : [
          valueOf(queryable, {
            kind: 'number',
            ranges: numbers.map((text) => ({ lower: text, upper: text, includesLimits: true })),
          }),
        ]),
    ...(others.length === 0
      ? []
      : [valueOf(queryable, { kind: 'equal', texts: others, ...folding })]),
  ];
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'any', parts };
}

/** The filter that one of the texts of a column lies between limits. @throws UnsupportedFilter for limits that the column cannot have */
export function rangeFilter(queryable: Queryable, limits: Limits, folding: Folding): LayerFilter {
  const texts = [limits.lower, limits.upper].filter((text) => text !== null);
  const name = JSON.stringify(nameOf(queryable));
  switch (comparisonOf(queryable)) {
    case 'numbers':
      if (texts.some((text) => parseDecimal(text) === undefined)) {
        throw new UnsupportedFilter(`${name} has numbers. Compare it with one, such as 12.5.`);
      }
      return valueOf(queryable, { kind: 'number', ranges: [limits] });
    case 'days':
      if (!texts.every(isDate)) {
        throw new UnsupportedFilter(
          `${name} has dates. Compare it with one, such as DATE('1850-03-21'), or write overlaps(${nameOf(queryable)}, '185X').`,
        );
      }
      return valueOf(queryable, {
        kind: 'days',
        relation: 'overlaps',
        ranges: rangesOfDates({
          kind: 'range',
          from: limits.lower,
          to: limits.upper,
          includesLimits: limits.includesLimits,
        }),
      });
    default:
      return valueOf(queryable, { kind: 'between', ...limits, ...folding });
  }
}
