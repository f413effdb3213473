import { expect, it } from 'vitest';

import { readFeatures } from '../../../lib/geojson/matching-features.ts';
import type { Row } from '../../../lib/data-api/client.ts';
import { defaultFeatureQuery } from '../../../lib/model/geojson/feature-query.ts';

const keyOf = (gid: number) => ['resource', 'tile', gid];

/** The head of a chunk that ends with a feature. */
const chunk = (gid: number, isComplete: boolean): readonly Row[] => [
  [
    JSON.stringify({
      isComplete,
      first: keyOf(1),
      last: keyOf(gid),
      lastIncluded: keyOf(gid),
      page: null,
    }),
  ],
];

const plan: readonly Row[] = [[JSON.stringify({ end: keyOf(10), count: 9 })]];

it('a range of a layer that ends within a tile is read to its end, even if a chunk of it is cut within this tile', async () => {
  const answers = [chunk(1, false), plan, chunk(5, false), chunk(10, true)];
  const source = {
    dataApi: { read: async () => answers.shift() ?? [] },
    caller: null,
    query: { ...defaultFeatureQuery, layer: 'places' },
    baseUrl: 'https://heritage.test',
  };
  const chunks = await Array.fromAsync(readFeatures(source, null));
  expect(answers).toEqual([]);
  expect(chunks.map(({ next }) => next?.gid)).toEqual([1, 5, undefined]);
});
