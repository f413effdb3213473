import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { boundJsonBytes, fitsAsJson } from '../../../lib/json/json-bytes.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u0000', '\u007f', 'é', '漢', '😀') }),
  fc.string({ unit: fc.constantFrom('a', '"', 'é', '\ud800') }),
  // Only these reach the bound.
  fc.string({ unit: fc.constantFrom('\u0000', '\u001f') }),
);
const jsonBytesOf = (value: string): number => Buffer.byteLength(JSON.stringify(value));

describe('the bytes of a text as JSON', () => {
  it('are at most their bound', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(jsonBytesOf(value)).toBeLessThanOrEqual(boundJsonBytes(value) + 2);
      }),
    );
  });

  it('fit exactly if the JSON that is written does', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: -3, max: 3 }), (value, more) => {
        const maxBytes = jsonBytesOf(value) + more;
        expect(fitsAsJson(value, maxBytes)).toBe(more >= 0);
      }),
    );
  });
});
