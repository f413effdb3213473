import { describe, expect, it } from 'vitest';

import { listConformanceNeeds } from '../../../../lib/model/filters/conformance.ts';
import { readText } from './parse.ts';

/** What a filter needs beside basic-cql2. */
const needsOf = (text: string): readonly string[] =>
  listConformanceNeeds(readText(text))
    .map(({ conformanceClass, construct }) => `${conformanceClass} ${construct}`)
    .filter((need) => need !== 'basic-cql2 filter');

describe('the conformance classes that a filter needs', () => {
  it.each<readonly [string, readonly string[]]>([
    ["a = 'x' AND NOT (b <> 1 OR c IS NULL) AND d > DATE('1850-01-01') AND TRUE", []],
    ["a LIKE 'x%'", ['advanced-comparison-operators LIKE']],
    ['a BETWEEN 1 AND 2', ['advanced-comparison-operators BETWEEN']],
    ['a IN (1, 2)', ['advanced-comparison-operators IN']],
    ["CASEI(a) = CASEI('x')", ['case-insensitive-comparison CASEI']],
    ["ACCENTI(a) = ACCENTI('x')", ['accent-insensitive-comparison ACCENTI']],
    ['S_INTERSECTS(a, POINT(1 2))', ['basic-spatial-functions S_INTERSECTS']],
    ['S_INTERSECTS(BBOX(1, 2, 3, 4), a)', ['basic-spatial-functions S_INTERSECTS']],
    ['S_INTERSECTS(a, LINESTRING(1 2, 3 4))', ['basic-spatial-functions-plus S_INTERSECTS']],
    ['S_WITHIN(a, BBOX(1, 2, 3, 4))', ['spatial-functions S_WITHIN']],
    [
      'S_INTERSECTS(a, b)',
      ['basic-spatial-functions S_INTERSECTS', 'property-property S_INTERSECTS'],
    ],
    ["T_AFTER(a, DATE('1850-01-01'))", ['temporal-functions T_AFTER']],
    [
      "T_DURING(a, INTERVAL(b, '..'))",
      ['temporal-functions T_DURING', 'property-property T_DURING'],
    ],
    ["A_CONTAINS(a, ('x'))", ['array-functions A_CONTAINS']],
    ['a = b', ['property-property =']],
    ['1 = a', ['property-property =']],
    ['1 = 1', ['property-property =']],
    ['a IN (1, b)', ['advanced-comparison-operators IN', 'property-property IN']],
    ['a = 1 + 2', ['arithmetic +']],
    ['a + b > 2', ['arithmetic +']],
    ['near(1, 2, 3)', ['functions near()']],
    ['f(a) = 1', ['functions f()']],
    ["none(a LIKE 'x%')", ['functions none()', 'advanced-comparison-operators LIKE']],
  ])('are, for %s: %j', (text, needs) => {
    expect(needsOf(text)).toEqual(needs);
  });

  it('always begin with the basic one, and are each listed once with what first needs them', () => {
    expect(listConformanceNeeds(readText("a LIKE 'x' OR b IN (1) OR c LIKE 'y'"))).toEqual([
      { conformanceClass: 'basic-cql2', construct: 'filter' },
      { conformanceClass: 'advanced-comparison-operators', construct: 'LIKE' },
    ]);
  });
});
