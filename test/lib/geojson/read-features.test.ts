import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  defaultFeatureQuery,
  type FeatureQuery,
} from '../../../lib/model/geojson/feature-query.ts';
import type { FeatureSource } from '../../../lib/geojson/feature-source.ts';
import {
  openFeatures,
  readFeatures,
  type FeatureChunk,
} from '../../../lib/geojson/read-features.ts';
import { featureCollectionWriter } from '../../../lib/serializers/geojson/feature-writer.ts';
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

/** The texts of chunks, which can be iterated once. */
async function textsOf(
  chunks: AsyncIterable<FeatureChunk>,
): Promise<readonly (Omit<FeatureChunk, 'features'> & { readonly features: readonly string[] })[]> {
  return Array.fromAsync(chunks, ({ features, next }) => ({
    features: Array.from(features),
    next,
  }));
}

const sourceOf = (query: Partial<FeatureQuery>, chunkBytes?: number): FeatureSource => ({
  data: service.stack.data,
  caller: null,
  query: { ...defaultFeatureQuery, ...query },
  baseUrl: 'http://heritage.test',
  ...(chunkBytes === undefined ? {} : { chunkBytes }),
});

async function written(
  chunks: AsyncIterable<FeatureChunk>,
): Promise<{ readonly text: string; readonly count: number }> {
  const writer = featureCollectionWriter({ featureId: 'number', members: {} });
  let [text, features, count] = [writer.start, 0, 0];
  for await (const chunk of chunks) {
    const given = writer.write(chunk.features, features);
    text += given.text;
    features = given.count;
    count += 1;
  }
  return { text: text + writer.end, count };
}

describe('chunks of features', () => {
  // Chunks of single features, and larger ones.
  const contents = [
    { name: 'geometries alone', query: () => ({}), chunkSizes: [1, 700, 5000] },
    { name: 'values as they are stored', query: () => ({ nodegroups }), chunkSizes: [1, 20_000] },
    {
      name: 'values in words and names',
      query: () => ({ nodegroups, useDisplayValues: true, includePrimaryName: true }),
      chunkSizes: [700, 20_000],
    },
    {
      name: 'those of one type',
      query: () => ({ geometryType: 'Point', includePrimaryName: true }),
      chunkSizes: [1, 700, 5000],
    },
  ];

  it.each(contents)(
    'give the same text for any chunk size: $name',
    async ({ query, chunkSizes }) => {
      const whole = await written(readFeatures(sourceOf(query()), null));
      expect(JSON.parse(whole.text).features.length).toBeGreaterThan(10);
      for (const chunkBytes of chunkSizes) {
        const parted = await written(readFeatures(sourceOf(query(), chunkBytes), null));
        expect(parted.text).toBe(whole.text);
        expect(parted.count).toBeGreaterThan(whole.count);
      }
    },
  );

  it('return the position from which the rest can be read', async () => {
    const source = sourceOf({ nodegroups }, 20_000);
    const all = await textsOf(readFeatures(source, null));
    expect(all.at(-1)?.next).toBeNull();
    for (const [index, { next }] of all.slice(0, -1).entries()) {
      const rest = all.slice(index + 1).flatMap(({ features }) => features);
      // Equal chunks have the same continuation.
      for await (const chunk of readFeatures(source, next)) {
        const features = Array.from(chunk.features);
        expect(features.length).toBeGreaterThan(0);
        expect(features).toEqual(rest.slice(0, features.length));
        break;
      }
    }
  });

  it.each([
    { kind: 'page', page: 2, limit: 7 },
    { kind: 'cursor', after: null, limit: 7 },
  ] as const)('of a page end with it: $kind', async (position) => {
    const whole = await openFeatures(sourceOf({ nodegroups }), position);
    const parted = await openFeatures(sourceOf({ nodegroups }, 900), position);
    const rest = await textsOf(parted.rest());
    expect(rest.length).toBeGreaterThan(1);
    expect([parted.first, ...rest].flatMap(({ features }) => features)).toEqual(
      whole.first.features,
    );
    expect(parted.pageEnd).toEqual(whole.pageEnd);
  });

  it('estimate the total size', async () => {
    const reading = await openFeatures(sourceOf({ nodegroups }, 20_000), {
      kind: 'all',
      after: null,
    });
    const { text } = await written(readFeatures(sourceOf({ nodegroups }), null));
    const expected = await reading.estimateBytes(200_000_000);
    expect(expected / text.length).toBeGreaterThan(0.5);
    expect(expected / text.length).toBeLessThan(2);
  });

  it('return every feature that exists throughout exactly once, despite concurrent changes', async () => {
    const { data } = service.stack;
    const before = await queryColumn(
      service,
      'select distinct tile_id::text from feature order by 1',
    );
    const seen: string[] = [];
    let gone = '';
    for await (const { features } of readFeatures(sourceOf({}, 2000), null)) {
      const tiles = Array.from(
        features,
        (text): string => JSON.parse(`{"type":"Feature"${text}`).properties.tileid,
      );
      seen.push(...new Set(tiles));
      if (gone !== '') continue;
      gone = before.find((tile) => !seen.includes(tile)) ?? '';
      await data.write({ text: `delete from feature where tile_id = '${gone}'`, parameters: [] });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set([...seen, gone])).toEqual(new Set(before));
  });
});
