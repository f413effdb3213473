import { describe, expect, it } from 'vitest';

import { createStructuredData } from '../../../../lib/pages/resources/structured-data.ts';
import { readSettings } from '../../../../lib/settings.ts';

const described = {
  resourceId: '493bfbb8-7a3b-5058-867d-270d8723152e',
  uri: 'https://heritage.test/resources/493bfbb8-7a3b-5058-867d-270d8723152e',
  modelUri: 'https://heritage.test/graphs/1c394a13-ae4a-5c51-95b7-e10a0199f102',
  schemaType: 'LandmarksOrHistoricalBuildings',
  name: 'Stonehenge',
  description: null,
};

describe('the description of a record for search engines', () => {
  it('has the type, the identifier, the name and the position of the record', () => {
    const point = { type: 'Point', coordinates: [-1.8262, 51.1789] };
    expect(
      createStructuredData(described, [{ type: 'LineString', coordinates: [] }, point], {
        licence: 'https://creativecommons.org/licenses/by/4.0/',
      }),
    ).toEqual({
      '@context': 'https://schema.org',
      '@type': 'LandmarksOrHistoricalBuildings',
      '@id': described.uri,
      url: described.uri,
      identifier: described.resourceId,
      additionalType: described.modelUri,
      license: 'https://creativecommons.org/licenses/by/4.0/',
      name: 'Stonehenge',
      geo: { '@type': 'GeoCoordinates', latitude: 51.1789, longitude: -1.8262 },
    });
  });

  it('states the types that the setting names by model', () => {
    const { schemaTypes } = readSettings({
      HDS_SCHEMA_TYPES:
        '1c394a13-ae4a-5c51-95b7-e10a0199f102=LandmarksOrHistoricalBuildings,2c394a13-ae4a-5c51-95b7-e10a0199f102=Person',
    });
    expect([...schemaTypes]).toEqual([
      ['1c394a13-ae4a-5c51-95b7-e10a0199f102', 'LandmarksOrHistoricalBuildings'],
      ['2c394a13-ae4a-5c51-95b7-e10a0199f102', 'Person'],
    ]);
    expect(readSettings({}).schemaTypes.size).toBe(0);
  });
});
