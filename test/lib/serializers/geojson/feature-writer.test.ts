import { describe, expect, it } from 'vitest';

import {
  createFeatureCollectionWriter,
  createFeatureSequenceWriter,
  type FeatureWriter,
} from '../../../../lib/serializers/geojson/feature-writer.ts';

const feature = ',"geometry":null,"properties":{}}';

/** Writes chunks with these numbers of features. */
function writeChunks(writer: FeatureWriter, ...sizes: readonly number[]): string {
  let count = 0;
  const pieces = sizes.map((size) => {
    const { text, count: total } = writer.write(Array<string>(size).fill(feature), count);
    count = total;
    return text;
  });
  return `${writer.start}${pieces.join('')}${writer.end(count)}`;
}

describe('a feature collection', () => {
  const writer = createFeatureCollectionWriter({
    featureId: 'number',
    members: { _page: 1, _lastPage: true },
  });

  it('contains its members even if there are no features', () => {
    expect(JSON.parse(writeChunks(writer))).toEqual({
      type: 'FeatureCollection',
      features: [],
      _page: 1,
      _lastPage: true,
    });
  });

  it('numbers features from 1, across all chunks', () => {
    const { features } = JSON.parse(writeChunks(writer, 2, 1));
    expect(features.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
  });

  it('is the same for any division into chunks, even with empty chunks', () => {
    const allInOneChunk = writeChunks(writer, 5);
    for (const sizes of [
      [1, 4],
      [0, 5],
      [5, 0],
      [1, 0, 1, 3],
    ]) {
      expect(writeChunks(writer, ...sizes)).toBe(allInOneChunk);
    }
  });

  it('contains all features of a chunk of 100 features', () => {
    const { text, count: total } = writer.write(Array<string>(100).fill(feature), 0);
    expect(total).toBe(100);
    expect(JSON.parse(`[${text}]`)).toHaveLength(100);
  });

  it('adds no numbers to features that have ids of their own', () => {
    const writerWithoutNumbers = createFeatureCollectionWriter({ featureId: 'uuid', members: {} });
    expect(JSON.parse(writeChunks(writerWithoutNumbers, 1)).features[0]).not.toHaveProperty('id');
  });

  it('is invalid JSON if it is incomplete', () => {
    const text = `${writer.start}${writer.write([feature], 0).text}${writer.abortText}`;
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });
});

describe('a sequence of features', () => {
  it('has one feature per line', () => {
    const lines = writeChunks(createFeatureSequenceWriter('number', ''), 2, 1).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3]);
  });

  it('begins each line with the record separator of RFC 8142 on request', () => {
    const lines = writeChunks(createFeatureSequenceWriter('number', '\u001e'), 2).split('\n');
    expect(lines.map((line) => line.charAt(0))).toEqual(['\u001e', '\u001e', '']);
  });

  it('ends with an invalid line if it is incomplete', () => {
    const writer = createFeatureSequenceWriter('number', '');
    const lines = `${writer.write([feature], 0).text}${writer.abortText}`.split('\n');
    expect(() => JSON.parse(lines.at(-1) ?? '')).toThrow(SyntaxError);
  });
});
