import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  defaultFeatureQuery,
  type FeatureQuery,
} from '../../../lib/model/geojson/feature-query.ts';
import type { FeatureSource } from '../../../lib/geojson/feature-source.ts';
import { readFeatures } from '../../../lib/geojson/matching-features.ts';
import { openFeatures, type FeatureChunk } from '../../../lib/geojson/read-features.ts';
import { createFeatureCollectionWriter } from '../../../lib/serializers/geojson/feature-writer.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { queryColumn } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let nodegroups: readonly string[];

beforeAll(async () => {
  service = await openTestService('sample');
  await service.openToGuest();
  nodegroups = await queryColumn(service, 'select nodegroup_id::text from nodegroup order by 1');
});

afterAll(async () => service?.close());

/** Reads all chunks, with their features as arrays. The features of a chunk itself can be iterated only once. */
async function readChunks(
  chunks: AsyncIterable<FeatureChunk>,
): Promise<readonly (Omit<FeatureChunk, 'features'> & { readonly features: readonly string[] })[]> {
  return Array.fromAsync(chunks, ({ features, next }) => ({
    features: Array.from(features),
    next,
  }));
}

const createSource = (query: Partial<FeatureQuery>, chunkBytes?: number): FeatureSource => ({
  dataApi: service.stack.dataApi,
  caller: null,
  query: { ...defaultFeatureQuery, ...query },
  baseUrl: 'http://heritage.test',
  ...(chunkBytes === undefined ? {} : { chunkBytes }),
});

async function writeCollection(
  chunks: AsyncIterable<FeatureChunk>,
): Promise<{ readonly text: string; readonly chunkCount: number }> {
  const writer = createFeatureCollectionWriter({ featureId: 'number', members: {} });
  let [text, featureCount, chunkCount] = [writer.start, 0, 0];
  for await (const chunk of chunks) {
    const writtenChunk = writer.write(chunk.features, featureCount);
    text += writtenChunk.text;
    featureCount = writtenChunk.count;
    chunkCount += 1;
  }
  return { text: text + writer.end(featureCount), chunkCount };
}

describe('chunks of features', () => {
  // The smallest sizes give chunks of one feature.
  const contents = [
    { name: 'geometries alone', createQuery: () => ({}), chunkSizes: [1, 700, 5000] },
    {
      name: 'values as they are stored',
      createQuery: () => ({ nodegroups }),
      chunkSizes: [3000, 20_000],
    },
    {
      name: 'display values and names',
      createQuery: () => ({ nodegroups, useDisplayValues: true, includePrimaryName: true }),
      chunkSizes: [3000, 20_000],
    },
    {
      name: 'geometries of one type',
      createQuery: () => ({ geometryType: 'Point', includePrimaryName: true }),
      chunkSizes: [700, 5000],
    },
  ];

  it.each(takeSample(contents, 2))(
    'result in the same text with any chunk size: $name',
    async ({ createQuery, chunkSizes }) => {
      const whole = await writeCollection(readFeatures(createSource(createQuery()), null));
      expect(JSON.parse(whole.text).features.length).toBeGreaterThan(10);
      for (const chunkBytes of chunkSizes) {
        const inChunks = await writeCollection(
          readFeatures(createSource(createQuery(), chunkBytes), null),
        );
        expect(inChunks.text).toBe(whole.text);
        expect(inChunks.chunkCount).toBeGreaterThan(whole.chunkCount);
      }
    },
  );

  it('contain the position at which reading can continue', async () => {
    const source = createSource({ nodegroups }, 20_000);
    const allChunks = await readChunks(readFeatures(source, null));
    expect(allChunks.at(-1)?.next).toBeNull();
    for (const [index, { next }] of takeSample([...allChunks.slice(0, -1).entries()], 5)) {
      const laterFeatures = allChunks.slice(index + 1).flatMap(({ features }) => features);
      // One chunk is enough: if it is equal, its next position is also equal.
      for await (const chunk of readFeatures(source, next)) {
        const features = Array.from(chunk.features);
        expect(features.length).toBeGreaterThan(0);
        expect(features).toEqual(laterFeatures.slice(0, features.length));
        break;
      }
    }
  });

  it.each([
    { kind: 'page', page: 2, limit: 7 },
    { kind: 'cursor', after: null, limit: 7 },
  ] as const)(
    'of one page together contain exactly the features of this page: $kind',
    async (position) => {
      const whole = await openFeatures(createSource({ nodegroups }), position);
      const inChunks = await openFeatures(createSource({ nodegroups }, 900), position);
      const laterChunks = await readChunks(inChunks.readRemainingChunks());
      expect(laterChunks.length).toBeGreaterThan(1);
      expect([inChunks.firstChunk, ...laterChunks].flatMap(({ features }) => features)).toEqual(
        whole.firstChunk.features,
      );
      expect(inChunks.pageEnd).toEqual(whole.pageEnd);
    },
  );

  it('of a type that no geometry has are planned together, like those of all types', async () => {
    const source = createSource({ geometryType: 'MultiLineString' }, 2000);
    let calls = 0;
    const dataApi = {
      ...source.dataApi,
      read: (...request: Parameters<typeof source.dataApi.read>) => {
        calls += 1;
        return source.dataApi.read(...request);
      },
    };
    const chunks = await readChunks(readFeatures({ ...source, dataApi }, null));
    expect(chunks.flatMap(({ features }) => features)).toEqual([]);
    expect(chunks.length).toBeGreaterThan(5);
    // Each chunk is a call, and one plan is enough for all of them.
    expect(calls).toBe(chunks.length + 1);
  });

  it('allow an estimate of the total size to within a factor of two', async () => {
    const reading = await openFeatures(createSource({ nodegroups }, 20_000), {
      kind: 'all',
      after: null,
    });
    const { text } = await writeCollection(readFeatures(createSource({ nodegroups }), null));
    const estimate = await reading.estimateBytes(200_000_000);
    expect(estimate / text.length).toBeGreaterThan(0.5);
    expect(estimate / text.length).toBeLessThan(2);
  });

  it('are estimated in bytes, of which letters that are not ASCII need several', async () => {
    const query = { nodegroups, includePrimaryName: true };
    const { firstChunk, estimateBytes } = await openFeatures(createSource(query), {
      kind: 'all',
      after: null,
    });
    const text = firstChunk.features.join('');
    expect([firstChunk.next, Buffer.byteLength(text) > text.length]).toEqual([null, true]);
    expect(await estimateBytes(200_000_000)).toBe(Buffer.byteLength(text));
  });

  it('return every remaining feature exactly once if another one is deleted meanwhile', async () => {
    const { dataApi } = service.stack;
    const tilesBefore = await queryColumn(
      service,
      'select distinct tile_id::text from feature order by 1',
    );
    const returnedTiles: string[] = [];
    let deletedTile = '';
    for await (const { features } of readFeatures(createSource({}, 2000), null)) {
      const tiles = Array.from(
        features,
        (text): string => JSON.parse(`{"type":"Feature"${text}`).properties.tileid,
      );
      returnedTiles.push(...new Set(tiles));
      if (deletedTile !== '') continue;
      deletedTile = tilesBefore.find((tile) => !returnedTiles.includes(tile)) ?? '';
      await dataApi.write({
        text: `delete from feature where tile_id = '${deletedTile}'`,
        parameters: [],
      });
    }
    expect(new Set(returnedTiles).size).toBe(returnedTiles.length);
    expect(new Set([...returnedTiles, deletedTile])).toEqual(new Set(tilesBefore));
  });
});
