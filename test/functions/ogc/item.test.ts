import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { readItem, readItems } from './items.ts';

const items = '/ogc/collections/places/items';

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await addTestSpatialView(service, { slug: 'places', nodes: [placeNodes.name] });
});

afterAll(async () => service?.close());

describe('one feature of a collection', () => {
  it('is the same as in its collection, with links to itself and to the collection', async () => {
    const { features } = await readItems(service, `${items}?limit=5`);
    for (const feature of features) {
      const { links, ...ownFeature } = await readItem(service, `${items}/${feature.id}`);
      expect(ownFeature).toEqual(feature);
      expect(links.map(({ rel }) => rel)).toEqual(['self', 'alternate', 'collection']);
    }
  });

  it('is 404 for an unknown or malformed id', async () => {
    const ids = ['0', '-1', '99999999', '2147483648', '1e0', '01', 'abc', '%00'];
    for (const id of ids) {
      expect([id, (await service.fetch(`${items}/${id}`)).status]).toEqual([id, 404]);
    }
  });
});
