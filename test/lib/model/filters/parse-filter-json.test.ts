import { describe, expect, it } from 'vitest';

import { readJson } from '../../../../lib/json/read-json.ts';
import { readObject, refusedJson } from './parse.ts';

const a = { property: 'a' };

describe('a filter in JSON', () => {
  it('keeps every digit of its numbers', () => {
    const json = '{"op": "=", "args": [{"property": "a"}, 12345678901234567890.10]}';
    expect(readObject(readJson(json))).toMatchObject({
      right: { kind: 'number', decimal: '12345678901234567890.10' },
    });
  });

  it('names operations of the standard in any case', () => {
    expect(readObject({ op: 'ISNULL', args: [a] })).toEqual(
      readObject({ op: 'isNull', args: [a] }),
    );
  });

  it('has geometries with members of their own', () => {
    const point = { type: 'Point', coordinates: [1, 2], bbox: [1, 2, 1, 2] };
    expect(readObject({ op: 's_within', args: [a, point] })).toMatchObject({
      right: { geometry: { type: 'Point', coordinates: [1, 2] } },
    });
  });
});

describe('JSON that is no filter', () => {
  const nested = (value: unknown) => ({ op: 'and', args: [true, { op: 'not', args: [value] }] });
  const refused: readonly (readonly [json: unknown, pointer: string, advice: RegExp])[] = [
    [null, '', /isNull/],
    ['x', '', /condition/],
    [[], '', /condition/],
    [{}, '', /An object of a filter is/],
    [{ op: '=', args: [a, 1], not: true }, '', /An object of a filter is/],
    [{ op: 1, args: [] }, '/op', /must be a text/],
    [{ op: '=', args: {} }, '/args', /must be a list/],
    [{ op: '=', args: [a] }, '', /needs 2 arguments/],
    [{ op: 'and', args: [true] }, '', /two conditions/],
    [{ op: 'drop table', args: [] }, '', /neither an operation nor the name/],
    [{ op: 'date', args: ['1850-01-01'] }, '', /neither an operation nor the name/],
    [{ property: '' }, '/property', /name of a property/],
    [nested(a), '/args/1/args/0', /alone is no condition/],
    [nested({ op: 'like', args: [a, a] }), '/args/1/args/0/args/1', /pattern/],
    [nested({ op: '=', args: [a, null] }), '/args/1/args/0/args/1', /null/],
    [
      nested({ op: '=', args: [a, { date: '1850-13-01' }] }),
      '/args/1/args/0/args/1/date',
      /overlaps/,
    ],
    [{ op: '=', args: [a, { timestamp: 1 }] }, '/args/1/timestamp', /Dates have the form/],
    [{ op: 't_during', args: [a, { interval: ['..'] }] }, '/args/1/interval', /start and its end/],
    [{ op: 't_during', args: [a, { interval: ['x', '..'] }] }, '/args/1/interval/0', /ends at/],
    [{ op: 't_during', args: [a, { interval: [1, '..'] }] }, '/args/1/interval/0', /ends at/],
    [{ op: 'in', args: [a, []] }, '/args/1', /one or more/],
    [{ op: 'in', args: [a, 1] }, '/args/1', /one or more/],
    [{ op: 'in', args: [a, [1, [2]]] }, '/args/1', /one or more/],
    [{ op: 'isNull', args: [[1]] }, '/args/0', /one value/],
    [{ op: 'f', args: [[true, [{ op: 'isNull', args: [a] }]]] }, '/args/0/1', /without a list/],
    [{ op: 's_within', args: [a, { bbox: [1, 2, 3] }] }, '/args/1/bbox', /four numbers/],
    [{ op: 's_within', args: [a, { bbox: [1, 2, '3', 4] }] }, '/args/1/bbox', /four numbers/],
    [
      { op: 's_within', args: [a, { type: 'Circle', coordinates: [1, 2] }] },
      '/args/1',
      /type Point/,
    ],
    [
      {
        op: 's_within',
        args: [
          a,
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [0, '1'],
            ],
          },
        ],
      },
      '/args/1/coordinates/1',
      /two or three numbers/,
    ],
    [
      {
        op: 's_within',
        args: [
          a,
          {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 1],
              ],
            ],
          },
        ],
      },
      '/args/1/coordinates/0',
      /ring is open/,
    ],
    [
      { op: 's_within', args: [a, { type: 'GeometryCollection', geometries: [] }] },
      '/args/1/geometries',
      /at least one geometry/,
    ],
  ];

  it.each(refused)('is refused with advice and a pointer: %j', (json, pointer, advice) => {
    expect(refusedJson(json)).toEqual([expect.stringMatching(advice), pointer]);
  });
});
