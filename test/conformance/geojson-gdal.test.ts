import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { countFeaturesWithOgrinfo, hasOgrinfo, readWithOgr2ogr } from '../support/ogrinfo.ts';
import { queryColumn } from '../support/sample.ts';
import { addPlace, sampleGeometries } from './geojson/sample-geometries.ts';
import { openListeningService, type ListeningService } from './geojson/listening-service.ts';

const drawn = '00000000-0000-4000-8000-000000000301';
const large = '00000000-0000-4000-8000-000000000302';
const nearlyMegabyte = '00000000-0000-4000-8000-000000000303';

/** How GDAL reads over HTTP: /vsicurl_streaming/ requests ranges, or everything at once where the answer has a length. */
const streams = ['', '/vsicurl_streaming/'];
const ways = [...streams, '/vsicurl/'];
const formats = ['geojson', 'geojsonseq'];

const collection = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ type: z.string(), coordinates: z.unknown() }),
      properties: z.looseObject({ tileid: z.string() }),
    }),
  ),
});

describe.skipIf(!hasOgrinfo)('GDAL', () => {
  let service: ListeningService;

  beforeAll(async () => {
    service = await openListeningService();
    await addPlace(service, drawn, sampleGeometries);
    // Nine features of a megabyte are more than a chunk, and more than an answer that is not streamed.
    const points = Array.from({ length: 9 }, (_, place) => ({
      type: 'Point' as const,
      coordinates: [place, place],
    }));
    await addPlace(service, large, points, `repeat('aé漢🏰', 100000)`);
    await addPlace(service, nearlyMegabyte, points, `repeat('aé漢🏰', 10000)`);
  });

  afterAll(async () => service?.close());

  const stored = async (condition: string): Promise<string | undefined> =>
    (await queryColumn(service, `select count(*)::text from feature where ${condition}`))[0];
  const source = (way: string, query: string): string => `${way}${service.url}/geojson?${query}`;
  const small = `resource_id not in ('${large}', '${nearlyMegabyte}')`;
  const smallOnes = async (): Promise<string> =>
    (
      await queryColumn(service, `select distinct resource_id::text from feature where ${small}`)
    ).join();

  describe.each(formats)('reading %s', (format) => {
    it.each(ways)('counts the features that the database has, as %s…', async (way) => {
      const query = `resourceid=${await smallOnes()}&format=${format}`;
      for (const gzip of [true, false]) {
        const found = await countFeaturesWithOgrinfo(source(way, query), { chunk: 102_400, gzip });
        expect([gzip, found]).toEqual([gzip, await stored(small)]);
      }
    });

    it('counts them in an answer of nearly 1 MB by /vsicurl/, in one piece', async () => {
      const query = `resourceid=${nearlyMegabyte}&format=${format}`;
      await expect(
        countFeaturesWithOgrinfo(source('/vsicurl/', query), { chunk: 102_400 }),
      ).resolves.toBe('9');
    });

    it.each(streams)('counts them in an answer of several pieces, as %s…', async (way) => {
      for (const gzip of [true, false]) {
        const found = await countFeaturesWithOgrinfo(source(way, `format=${format}`), { gzip });
        expect([gzip, found]).toEqual([gzip, await stored('true')]);
      }
    });

    it('reads each type of geometry, and the properties, as they are', async () => {
      const query = `resourceid=${drawn}&format=${format}&include_primary_name`;
      const { features } = collection.parse(await readWithOgr2ogr(source('', query)));
      const ours = collection.parse(await service.fetchJson(`/geojson?resourceid=${drawn}`));
      const known = (found: z.output<typeof collection>['features']): readonly unknown[] =>
        found.map(({ geometry, properties }) => [properties.tileid, properties['note'], geometry]);
      expect(known(features)).toEqual(known(ours.features));
      expect(features).toHaveLength(sampleGeometries.length);
    });
  });
});
