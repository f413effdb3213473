import { gunzipSync } from 'node:zlib';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { chooseEncoding } from '../../../../lib/http/streaming/encoding.ts';

describe('texts that are compressed one by one', () => {
  it('form one gzip file of all texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), async (texts) => {
        const encoding = chooseEncoding('gzip');
        const bytes: Buffer[] = [];
        for (const text of texts) bytes.push(await encoding.encodeChunk(text));
        bytes.push(encoding.encodeEnd());
        expect(gunzipSync(Buffer.concat(bytes)).toString()).toBe(
          Buffer.from(texts.join('')).toString(),
        );
      }),
    );
  });

  it('are at most 10% larger than if they were compressed together', async () => {
    const encoding = chooseEncoding('*');
    const text = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => ({ index })));
    const pieces = text.match(/.{1,65536}/gs) ?? [];
    const sizes = await Promise.all(
      pieces.map(async (piece) => (await encoding.encodeChunk(piece)).length),
    );
    const sizeTogether = (await chooseEncoding('gzip').encodeChunk(text)).length;
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(sizeTogether * 1.1);
  });
});

describe('the encoding of an answer', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['br', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0, *', undefined],
    ['*;q=0', undefined],
    ['br, gzip;q=0.1', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'gzip'],
  ])('follows from Accept-Encoding: %s', (accepted, name) => {
    expect(chooseEncoding(accepted).name).toBe(name);
  });
});
