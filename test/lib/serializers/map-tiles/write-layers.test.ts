import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect, it } from 'vitest';

import { writeLayers } from '../../../../lib/serializers/map-tiles/write-layers.ts';

it.each([
  0,
  -1,
  7,
  0.5,
  -(2 ** 52),
  -(2 ** 52) - 1,
  -Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER,
])('a number is the same in a vector tile: %d', (value) => {
  const feature = {
    id: 1,
    shape: { type: 1, parts: [[[5, 6]]] },
    properties: { value, text: 'Mühle', flag: false },
  } as const;
  const tile = new VectorTile(new PbfReader(writeLayers([['places', [feature]]])));
  expect(tile.layers['places']?.feature(0).properties).toEqual(feature.properties);
});
