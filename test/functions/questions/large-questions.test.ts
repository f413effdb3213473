import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { filterLimits } from '../../../lib/model/filters/limits.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

const post = async (filter: string): Promise<Response> =>
  buildings.callers.administrator.sendRequest(
    'POST',
    '/search',
    { filter },
    { 'content-type': 'application/json' },
  );

const list = <Item>(length: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length }, (_, index) => make(index));

/** A ring with so many positions around the buildings. */
const ring = (positions: number): string =>
  [
    ...list(positions - 1, (index) => {
      const angle = (2 * Math.PI * index) / (positions - 1);
      return `${(-1.76 + 0.05 * Math.cos(angle)).toFixed(7)} ${(51.03 + 0.05 * Math.sin(angle)).toFixed(7)}`;
    }),
    '-1.71 51.03',
  ].join(', ');

const mostValues = filterLimits.values - 1;
const deepest = filterLimits.depth - 2;

const filters: readonly (readonly [string, string])[] = [
  ['numbers', `height IN (${list(mostValues, (index) => index / 2).join()})`],
  ['texts', `called IN (${list(mostValues, (index) => `'Mill ${index}'`).join()})`],
  ['ids of concepts', `type IN (${list(mostValues, (index) => `'${idOf(index)}'`).join()})`],
  ['ids of records', `beside IN (${list(mostValues, (index) => `'${idOf(index)}'`).join()})`],
  ['choices of one node', list(2000, (index) => `height = ${index}`).join(' OR ')],
  ['conditions on one node', list(2000, (index) => `height <> ${index + 100}`).join(' AND ')],
  [
    'choices of nodes of two cards',
    list(40, (index) => `(height = ${index} OR isopen = true)`).join(' AND '),
  ],
  ['negations', `${'NOT '.repeat(deepest)}height = 12`],
  ['patterns', list(500, (index) => `called LIKE '%m${index}%'`).join(' OR ')],
  ['groups of records', list(300, (index) => `none(height = ${index})`).join(' AND ')],
  ['positions', `S_INTERSECTS(shape, POLYGON((${ring(filterLimits.positions)})))`],
];

function idOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

describe('the largest filter', () => {
  it.each(filters)('of %s is answered, or refused with advice', async (_name, filter) => {
    const response = await post(filter);
    const body = await response.text();
    expect([200, 400]).toContain(response.status);
    expect(response.status === 200 ? 'Send nothing' : body).toMatch(
      /Send |Write |Choose |Narrow |fewer/,
    );
  });

  it('finds the same as a short one that says the same', async () => {
    const [, numbers = ''] = filters[0] ?? [];
    const found: unknown = await (await post(numbers)).json();
    expect(found).toMatchObject({ 'ldp:contains': expect.any(Array) });
    expect(await (await post('height >= 0 AND height <= 2499')).json()).toMatchObject({
      'ldp:contains': Object(found)['ldp:contains'],
    });
  });
});
