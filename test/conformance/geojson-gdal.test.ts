import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { countFeaturesWithOgrinfo, hasOgrinfo, readWithOgr2ogr } from '../support/ogrinfo.ts';
import { takeInTurn } from '../support/random/take-sample.ts';
import { queryColumn } from '../support/sample.ts';
import { addPlace, sampleGeometries } from './geojson/sample-geometries.ts';
import { openListeningService, type ListeningService } from './geojson/listening-service.ts';

const drawnPlace = '00000000-0000-4000-8000-000000000301';
const largePlace = '00000000-0000-4000-8000-000000000302';
const nearlyMegabytePlace = '00000000-0000-4000-8000-000000000303';

/** URL prefixes with which GDAL reads a stream over HTTP. */
const streamPrefixes = ['', '/vsicurl_streaming/'];
/** All URL prefixes. With /vsicurl/, GDAL requests ranges; if the answer has a length, it requests the whole answer at once. */
const prefixes = [...streamPrefixes, '/vsicurl/'];
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
    await addPlace(service, drawnPlace, sampleGeometries);
    const points = Array.from({ length: 9 }, (_, degrees) => ({
      type: 'Point' as const,
      coordinates: [degrees, degrees],
    }));
    // Seven features of a megabyte are larger than a chunk, and larger than an answer may be without streaming.
    await addPlace(service, largePlace, points.slice(0, 7), `repeat('aé漢🏰', 100000)`);
    await addPlace(service, nearlyMegabytePlace, points, `repeat('aé漢🏰', 10000)`);
  });

  afterAll(async () => service?.close());

  const countStoredFeatures = async (condition: string): Promise<string | undefined> =>
    (await queryColumn(service, `select count(*)::text from feature where ${condition}`))[0];
  const createSource = (prefix: string, query: string): string =>
    `${prefix}${service.url}/geojson?${query}`;
  const smallFeatures = `resource_id not in ('${largePlace}', '${nearlyMegabytePlace}')`;
  const readSmallResourceIds = async (): Promise<string> =>
    (
      await queryColumn(
        service,
        `select distinct resource_id::text from feature where ${smallFeatures}`,
      )
    ).join();

  describe.each(formats)('reading %s', (format) => {
    /** Whether GDAL accepts compressed answers. Each prefix and each format is tested with both. */
    const takeEncodings = (prefix: string): readonly boolean[] =>
      takeInTurn([true, false], prefixes.indexOf(prefix) + formats.indexOf(format), 1);

    it.each(prefixes)(
      'counts as many features as the database (URL prefix "%s")',
      async (prefix) => {
        const query = `resourceid=${await readSmallResourceIds()}&format=${format}`;
        for (const gzip of takeEncodings(prefix)) {
          const count = await countFeaturesWithOgrinfo(createSource(prefix, query), {
            chunk: 102_400,
            gzip,
          });
          expect([gzip, count]).toEqual([gzip, await countStoredFeatures(smallFeatures)]);
        }
      },
    );

    it('counts the features in an unstreamed answer of nearly 1 MB (URL prefix "/vsicurl/")', async () => {
      const query = `resourceid=${nearlyMegabytePlace}&format=${format}`;
      await expect(
        countFeaturesWithOgrinfo(createSource('/vsicurl/', query), { chunk: 102_400 }),
      ).resolves.toBe('9');
    });

    it.each(takeInTurn(streamPrefixes, formats.indexOf(format), 1))(
      'counts the features in an answer of several chunks (URL prefix "%s")',
      async (prefix) => {
        for (const gzip of takeEncodings(prefix)) {
          const count = await countFeaturesWithOgrinfo(createSource(prefix, `format=${format}`), {
            gzip,
          });
          expect([gzip, count]).toEqual([gzip, await countStoredFeatures('true')]);
        }
      },
    );

    it('reads each type of geometry and the properties without changes', async () => {
      const query = `resourceid=${drawnPlace}&format=${format}&include_primary_name`;
      const { features } = collection.parse(await readWithOgr2ogr(createSource('', query)));
      const servedCollection = collection.parse(
        await service.fetchJson(`/geojson?resourceid=${drawnPlace}`),
      );
      const comparableValues = (
        list: z.output<typeof collection>['features'],
      ): readonly unknown[] =>
        list.map(({ geometry, properties }) => [properties.tileid, properties['note'], geometry]);
      expect(comparableValues(features)).toEqual(comparableValues(servedCollection.features));
      expect(features).toHaveLength(sampleGeometries.length);
    });
  });
});
