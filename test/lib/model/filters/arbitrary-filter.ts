import fc from 'fast-check';

import {
  arithmeticOperators,
  arrayOperators,
  comparisonOperators,
  spatialOperators,
  temporalOperators,
  type ArrayLiteral,
  type ArrayOperand,
  type BoxLiteral,
  type Character,
  type Expression,
  type Filter,
  type FunctionCall,
  type IntervalEnd,
  type Numeric,
  type Ordered,
  type Pattern,
  type Scalar,
  type Spatial,
  type Temporal,
} from '../../../../lib/model/filters/filter.ts';
import type { FilterGeometry, Position } from '../../../../lib/model/filters/geometry.ts';
import { isGroupedByBrackets } from '../../../../lib/model/filters/kinds.ts';

// Random filters, of all kinds of parts in all places where the standard allows them.

const awkwardTexts = [
  "'",
  "''",
  '\\',
  "\\'",
  '"',
  '%',
  '_',
  'a OR b',
  '\n',
  'é',
  '🏛',
  ' ',
  "x\\'y",
];
const texts = fc
  .oneof(fc.constantFrom(...awkwardTexts), fc.string({ unit: 'binary', maxLength: 6 }))
  .filter((text) => !text.includes('\0') && text.isWellFormed());

const text = texts.map((value) => ({ kind: 'text', text: value }) as const);
const decimals = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => String(number + 0)),
  fc.constantFrom('12345678901234567890', '0.10', '1e400', '-0.00000001', '123456789.123456789012'),
);
const number = decimals.map((decimal) => ({ kind: 'number', decimal }) as const);
const boolean = fc.boolean().map((value) => ({ kind: 'boolean', value }) as const);

const names = fc.oneof(
  fc.constantFrom(
    'a',
    'type_1',
    'and',
    'Date',
    'POINT',
    'z',
    'crm:P2.x',
    'état',
    'type of "site"',
    '1',
  ),
  texts.filter((name) => name !== ''),
);
const property = names.map((name) => ({ kind: 'property', name }) as const);

const days = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const date = days.map((day) => ({ kind: 'date', date: day.slice(0, 10) }) as const);
const timestamp = days.map((time) => ({ kind: 'timestamp', timestamp: time }) as const);

const coordinate = fc
  .double({ min: -1e7, max: 1e7, noNaN: true })
  .map((value) => Math.round(value * 1e4) / 1e4 + 0);

/** Geometries whose positions all have so many numbers. */
function geometriesOf(dimensions: 2 | 3): fc.Arbitrary<FilterGeometry> {
  const position: fc.Arbitrary<Position> =
    dimensions === 2
      ? fc.tuple(coordinate, coordinate)
      : fc.tuple(coordinate, coordinate, coordinate);
  const positions = (minLength: number) =>
    fc.array(position, { minLength, maxLength: minLength + 2 });
  const listOf = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { minLength: 1, maxLength: 2 });
  const ring = fc.tuple(position, positions(2)).map(([first, others]) => [first, ...others, first]);
  const simple = fc.oneof(
    position.map((coordinates) => ({ type: 'Point', coordinates }) as const),
    positions(1).map((coordinates) => ({ type: 'MultiPoint', coordinates }) as const),
    positions(2).map((coordinates) => ({ type: 'LineString', coordinates }) as const),
    listOf(positions(2)).map((coordinates) => ({ type: 'MultiLineString', coordinates }) as const),
    listOf(ring).map((coordinates) => ({ type: 'Polygon', coordinates }) as const),
    listOf(listOf(ring)).map((coordinates) => ({ type: 'MultiPolygon', coordinates }) as const),
  );
  return fc.oneof(
    { weight: 6, arbitrary: simple },
    {
      weight: 1,
      arbitrary: listOf(simple).map(
        (geometries) => ({ type: 'GeometryCollection', geometries }) as const,
      ),
    },
  );
}

const geometry = fc
  .oneof(geometriesOf(2), geometriesOf(3))
  .map((value) => ({ kind: 'geometry', geometry: value }) as const);
/** Two coordinates, the lower one first. */
const limits = fc
  .tuple(coordinate, coordinate)
  .map(([one, other]): readonly [number, number] => [Math.min(one, other), Math.max(one, other)]);
const box: fc.Arbitrary<BoxLiteral> = fc
  .record({ west: coordinate, east: coordinate, latitudes: limits, heights: fc.option(limits) })
  .map(({ west, east, latitudes: [south, north], heights }) => ({
    kind: 'box',
    box: { west, south, east, north },
    heights,
  }));

const functionNames = ['overlaps', 'none', 'same_tile', 'near', 'Buffer2'];

type Parts = {
  readonly filter: Filter;
  readonly character: Character;
  readonly pattern: Pattern;
  readonly numeric: Numeric;
  readonly scalar: Scalar;
  readonly spatial: Spatial;
  readonly temporal: Temporal;
  readonly array: ArrayLiteral;
  readonly function: FunctionCall;
  readonly expression: Expression;
};

/** Whether text can write an argument or item: a list of a single condition would be a condition in brackets. */
const isWritable = (expression: Expression): boolean =>
  expression.kind !== 'array' ||
  expression.items.length !== 1 ||
  !expression.items.some(isGroupedByBrackets);

const { filter } = fc.letrec<Parts>((tie) => {
  const leavesFirst = <Part>(...arbitraries: readonly fc.Arbitrary<Part>[]) =>
    fc.oneof({ depthSize: 'small', withCrossShrink: true }, ...arbitraries);
  const manyOf = <Part>(part: fc.Arbitrary<Part>, minLength: number) =>
    fc.array(part, { minLength, maxLength: minLength + 2, depthIdentifier: 'items' });
  const pairOf = <Part>(part: fc.Arbitrary<Part>) => fc.record({ left: part, right: part });
  const intervalEnd = leavesFirst<IntervalEnd | null>(fc.constant(null), property, tie('function'));
  const days = fc
    .tuple(date, date)
    .map(([first, second]) =>
      first.date <= second.date ? { start: first, end: second } : { start: second, end: first },
    );
  const interval = fc
    .oneof(
      days,
      fc.record({ start: intervalEnd, end: intervalEnd }),
      timestamp.map((start) => ({ start, end: null })),
    )
    .map((ends) => ({ kind: 'interval', ...ends }) as const);
  const ordered = leavesFirst<Ordered>(number, date, timestamp, property, tie('numeric'));
  const arrayOperand = leavesFirst<ArrayOperand>(property, tie('function'), tie('array'));
  const folded = <Part>(part: fc.Arbitrary<Part>) =>
    fc.record({ kind: fc.constantFrom('casei' as const, 'accenti' as const), value: part });
  return {
    filter: leavesFirst<Filter>(
      boolean,
      fc.record({
        kind: fc.constant('comparison'),
        operator: fc.constantFrom(...comparisonOperators),
        left: property,
        right: tie('scalar'),
      }),
      fc
        .tuple(fc.constantFrom(...comparisonOperators), pairOf(tie('scalar')))
        .map(([operator, pair]) => ({ kind: 'comparison', operator, ...pair })),
      manyOf(tie('filter'), 2).map((filters) => ({ kind: 'and', filters })),
      manyOf(tie('filter'), 2).map((filters) => ({ kind: 'or', filters })),
      tie('filter').map((negated) => ({ kind: 'not', filter: negated })),
      tie('expression')
        .filter((value) => value.kind !== 'array')
        .map((value) => ({ kind: 'isNull', value })),
      fc.record({ kind: fc.constant('like'), value: tie('character'), pattern: tie('pattern') }),
      fc.record({ kind: fc.constant('between'), value: ordered, lower: ordered, upper: ordered }),
      fc.record({ kind: fc.constant('in'), value: tie('scalar'), items: manyOf(tie('scalar'), 1) }),
      fc
        .tuple(fc.constantFrom(...spatialOperators), pairOf(tie('spatial')))
        .map(([operator, pair]) => ({ kind: 'spatial', operator, ...pair })),
      fc
        .tuple(fc.constantFrom(...temporalOperators), pairOf(tie('temporal')))
        .map(([operator, pair]) => ({ kind: 'temporal', operator, ...pair })),
      fc
        .tuple(fc.constantFrom(...arrayOperators), pairOf(arrayOperand))
        .map(([operator, pair]) => ({ kind: 'arrayPredicate', operator, ...pair })),
      tie('function'),
    ),
    character: leavesFirst<Character>(text, property, folded(tie('character')), tie('function')),
    pattern: leavesFirst<Pattern>(text, folded(tie('pattern'))),
    numeric: leavesFirst<Numeric>(
      number,
      property,
      fc
        .tuple(fc.constantFrom(...arithmeticOperators), pairOf(tie('numeric')))
        .map(([operator, pair]) => ({ kind: 'arithmetic', operator, ...pair })),
      tie('function'),
    ),
    scalar: leavesFirst<Scalar>(
      text,
      number,
      boolean,
      date,
      timestamp,
      property,
      tie('character'),
      tie('numeric'),
    ),
    spatial: leavesFirst<Spatial>(property, geometry, box, tie('function')),
    temporal: leavesFirst<Temporal>(property, date, timestamp, interval, tie('function')),
    array: manyOf(tie('expression').filter(isWritable), 0).map((items) => ({
      kind: 'array',
      items,
    })),
    function: fc
      .tuple(fc.constantFrom(...functionNames), manyOf(tie('expression').filter(isWritable), 0))
      .map(([name, expressions]) => ({ kind: 'function', name, arguments: expressions })),
    expression: leavesFirst<Expression>(
      text,
      number,
      property,
      tie('scalar'),
      tie('spatial'),
      tie('temporal'),
      tie('array'),
      tie('filter'),
    ),
  };
});

/** Any filter within the limits of depth and size. */
export const arbitraryFilter: fc.Arbitrary<Filter> = filter;
