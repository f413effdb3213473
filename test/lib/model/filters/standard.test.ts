import { describe, expect, it } from 'vitest';

import { writeFilterJson } from '../../../../lib/model/filters/write-filter-json.ts';
import { readObject, readText } from './parse.ts';

/** The constructs of the standard (OGC 21-065r2), each in text and in JSON. */
const constructs: Readonly<Record<string, readonly (readonly [text: string, json: unknown])[]>> = {
  'basic CQL2': [
    ["name = 'Barrow'", { op: '=', args: [{ property: 'name' }, 'Barrow'] }],
    ['height <> 1.5', { op: '<>', args: [{ property: 'height' }, 1.5] }],
    ['height < -3', { op: '<', args: [{ property: 'height' }, -3] }],
    ['height <= +3', { op: '<=', args: [{ property: 'height' }, 3] }],
    ['height > .5', { op: '>', args: [{ property: 'height' }, 0.5] }],
    ['height >= 20', { op: '>=', args: [{ property: 'height' }, 20] }],
    ['listed = TRUE', { op: '=', args: [{ property: 'listed' }, true] }],
    ['listed = false', { op: '=', args: [{ property: 'listed' }, false] }],
    ['TRUE', true],
    [
      "surveyed = DATE('1985-06-30')",
      { op: '=', args: [{ property: 'surveyed' }, { date: '1985-06-30' }] },
    ],
    [
      "changed >= TIMESTAMP('2026-01-31T12:00:00.5Z')",
      { op: '>=', args: [{ property: 'changed' }, { timestamp: '2026-01-31T12:00:00.5Z' }] },
    ],
    ['period IS NULL', { op: 'isNull', args: [{ property: 'period' }] }],
    ['period is not null', { op: 'not', args: [{ op: 'isNull', args: [{ property: 'period' }] }] }],
    [
      "NOT name = 'x' AND (a = 1 OR b = 2) OR c = 3",
      {
        op: 'or',
        args: [
          {
            op: 'and',
            args: [
              { op: 'not', args: [{ op: '=', args: [{ property: 'name' }, 'x'] }] },
              {
                op: 'or',
                args: [
                  { op: '=', args: [{ property: 'a' }, 1] },
                  { op: '=', args: [{ property: 'b' }, 2] },
                ],
              },
            ],
          },
          { op: '=', args: [{ property: 'c' }, 3] },
        ],
      },
    ],
  ],
  'advanced comparison operators': [
    ["name LIKE 'Ba%'", { op: 'like', args: [{ property: 'name' }, 'Ba%'] }],
    [
      "name NOT LIKE 'B_\\%'",
      { op: 'not', args: [{ op: 'like', args: [{ property: 'name' }, 'B_\\%'] }] },
    ],
    ['height BETWEEN 1 AND 2', { op: 'between', args: [{ property: 'height' }, 1, 2] }],
    [
      'height NOT BETWEEN 1 AND 2 AND a = 3',
      {
        op: 'and',
        args: [
          { op: 'not', args: [{ op: 'between', args: [{ property: 'height' }, 1, 2] }] },
          { op: '=', args: [{ property: 'a' }, 3] },
        ],
      },
    ],
    ["grade IN ('I', 'II*')", { op: 'in', args: [{ property: 'grade' }, ['I', 'II*']] }],
    ['grade NOT IN (1)', { op: 'not', args: [{ op: 'in', args: [{ property: 'grade' }, [1]] }] }],
  ],
  'case and accents': [
    [
      "CASEI(name) = casei('Straße')",
      {
        op: '=',
        args: [
          { op: 'casei', args: [{ property: 'name' }] },
          { op: 'casei', args: ['Straße'] },
        ],
      },
    ],
    [
      "ACCENTI(CASEI(name)) LIKE ACCENTI(CASEI('ch%'))",
      {
        op: 'like',
        args: [
          { op: 'accenti', args: [{ op: 'casei', args: [{ property: 'name' }] }] },
          { op: 'accenti', args: [{ op: 'casei', args: ['ch%'] }] },
        ],
      },
    ],
  ],
  'spatial functions': [
    [
      'S_INTERSECTS(geometry, POINT(-1.83 51.18))',
      {
        op: 's_intersects',
        args: [{ property: 'geometry' }, { type: 'Point', coordinates: [-1.83, 51.18] }],
      },
    ],
    [
      'S_CROSSES(geometry, LINESTRING(0 0, 1 1))',
      {
        op: 's_crosses',
        args: [
          { property: 'geometry' },
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
    ],
    [
      'S_WITHIN(geometry, POLYGON((0 0, 4 0, 4 4, 0 0), (1 1, 2 1, 2 2, 1 1)))',
      {
        op: 's_within',
        args: [
          { property: 'geometry' },
          {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [4, 0],
                [4, 4],
                [0, 0],
              ],
              [
                [1, 1],
                [2, 1],
                [2, 2],
                [1, 1],
              ],
            ],
          },
        ],
      },
    ],
    [
      'S_TOUCHES(MULTIPOINT((0 0), (1 1)), geometry)',
      {
        op: 's_touches',
        args: [
          {
            type: 'MultiPoint',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
          { property: 'geometry' },
        ],
      },
    ],
    [
      's_overlaps(geometry, MULTILINESTRING((0 0, 1 1), (2 2, 3 3)))',
      {
        op: 's_overlaps',
        args: [
          { property: 'geometry' },
          {
            type: 'MultiLineString',
            coordinates: [
              [
                [0, 0],
                [1, 1],
              ],
              [
                [2, 2],
                [3, 3],
              ],
            ],
          },
        ],
      },
    ],
    [
      'S_DISJOINT(geometry, MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0))))',
      {
        op: 's_disjoint',
        args: [
          { property: 'geometry' },
          {
            type: 'MultiPolygon',
            coordinates: [
              [
                [
                  [0, 0],
                  [1, 0],
                  [1, 1],
                  [0, 0],
                ],
              ],
            ],
          },
        ],
      },
    ],
    [
      'S_EQUALS(geometry, GEOMETRYCOLLECTION(POINT(0 0), LINESTRING(0 0, 1 1)))',
      {
        op: 's_equals',
        args: [
          { property: 'geometry' },
          {
            type: 'GeometryCollection',
            geometries: [
              { type: 'Point', coordinates: [0, 0] },
              {
                type: 'LineString',
                coordinates: [
                  [0, 0],
                  [1, 1],
                ],
              },
            ],
          },
        ],
      },
    ],
    [
      'S_CONTAINS(geometry, POINT Z (1 2 3))',
      {
        op: 's_contains',
        args: [{ property: 'geometry' }, { type: 'Point', coordinates: [1, 2, 3] }],
      },
    ],
    [
      'S_INTERSECTS(geometry, BBOX(-2, 51, -1.5, 51.5))',
      { op: 's_intersects', args: [{ property: 'geometry' }, { bbox: [-2, 51, -1.5, 51.5] }] },
    ],
    [
      'S_INTERSECTS(geometry, BBOX(170, -10, 0, -170, 10, 100))',
      {
        op: 's_intersects',
        args: [{ property: 'geometry' }, { bbox: [170, -10, 0, -170, 10, 100] }],
      },
    ],
  ],
  'temporal functions': [
    ...(
      't_after t_before t_contains t_disjoint t_during t_equals t_finishedBy t_finishes t_intersects t_meets t_metBy t_overlappedBy ' +
      't_overlaps t_startedBy t_starts'
    )
      .split(' ')
      .map((op): readonly [string, unknown] => [
        `${op.toUpperCase()}(built, INTERVAL('1066-10-14', '..'))`,
        { op, args: [{ property: 'built' }, { interval: ['1066-10-14', '..'] }] },
      ]),
    [
      "T_DURING(INTERVAL(begin, \"end\"), INTERVAL('1939-09-01', '1945-05-08T22:01:00Z'))",
      {
        op: 't_during',
        args: [
          { interval: [{ property: 'begin' }, { property: 'end' }] },
          { interval: ['1939-09-01', '1945-05-08T22:01:00Z'] },
        ],
      },
    ],
  ],
  'array functions': [
    [
      "A_CONTAINS(types, ('a', 'b'))",
      { op: 'a_contains', args: [{ property: 'types' }, ['a', 'b']] },
    ],
    ["A_CONTAINEDBY(types, ('a'))", { op: 'a_containedBy', args: [{ property: 'types' }, ['a']] }],
    ['A_EQUALS((), types)', { op: 'a_equals', args: [[], { property: 'types' }] }],
    [
      'A_OVERLAPS(types, ((1, 2), (3), TRUE, a = 1))',
      {
        op: 'a_overlaps',
        args: [
          { property: 'types' },
          [[1, 2], [3], true, { op: '=', args: [{ property: 'a' }, 1] }],
        ],
      },
    ],
  ],
  arithmetic: [
    [
      'height = 2 + width * 3 ^ 2 - 4 / 2 % 3 div 1',
      {
        op: '=',
        args: [
          { property: 'height' },
          {
            op: '-',
            args: [
              {
                op: '+',
                args: [2, { op: '*', args: [{ property: 'width' }, { op: '^', args: [3, 2] }] }],
              },
              { op: 'div', args: [{ op: '%', args: [{ op: '/', args: [4, 2] }, 3] }, 1] },
            ],
          },
        ],
      },
    ],
    [
      '(height - -1) * 2 > -width',
      {
        op: '>',
        args: [
          { op: '*', args: [{ op: '-', args: [{ property: 'height' }, -1] }, 2] },
          { op: '*', args: [-1, { property: 'width' }] },
        ],
      },
    ],
  ],
  functions: [
    [
      "near(-1.83, 51.18, 2000) AND overlaps(period, '-2200/-0700')",
      {
        op: 'and',
        args: [
          { op: 'near', args: [-1.83, 51.18, 2000] },
          { op: 'overlaps', args: [{ property: 'period' }, '-2200/-0700'] },
        ],
      },
    ],
    [
      "none(same_tile(type = 'Barrow' AND below(period, ('Bronze Age')))) OR related(site, (name LIKE 'B%'))",
      {
        op: 'or',
        args: [
          {
            op: 'none',
            args: [
              {
                op: 'same_tile',
                args: [
                  {
                    op: 'and',
                    args: [
                      { op: '=', args: [{ property: 'type' }, 'Barrow'] },
                      { op: 'below', args: [{ property: 'period' }, ['Bronze Age']] },
                    ],
                  },
                ],
              },
            ],
          },
          {
            op: 'related',
            args: [{ property: 'site' }, { op: 'like', args: [{ property: 'name' }, 'B%'] }],
          },
        ],
      },
    ],
    [
      'distance(now()) < 5',
      { op: '<', args: [{ op: 'distance', args: [{ op: 'now', args: [] }] }, 5] },
    ],
  ],
};

describe('the constructs of the standard', () => {
  it.each(
    Object.entries(constructs).flatMap(([name, pairs]) =>
      pairs.map(([text, json]) => [name, text, json] as const),
    ),
  )('of %s are the same in text and JSON: %s', (_name, text, json) => {
    const filter = readText(text);
    expect(readObject(json)).toEqual(filter);
    expect(JSON.parse(JSON.stringify(writeFilterJson(filter)))).toEqual(json);
  });
});
