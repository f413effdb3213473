import { isUtf8 } from 'node:buffer';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseForm } from '../../../../lib/http/request/form.ts';
import { NotUtf8, RequestTooLarge } from '../../../../lib/http/errors/errors.ts';
import { decodeBody, maxBodyBytes } from '../../../../lib/http/request/request-body.ts';

const pieceOfBytes = fc.oneof(
  fc.constantFrom('a', 'é', '漢', '🏰', '\uFFFD').map((text) => Buffer.from(text)),
  fc
    .constantFrom(
      [0x80],
      [0xc0, 0xaf],
      [0xe2, 0x82],
      [0xef, 0xbf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
    )
    .map((invalidBytes) => Buffer.from(invalidBytes)),
);
const someBytes = fc
  .array(pieceOfBytes, { maxLength: 12 })
  .map((piecesOfBytes) => Buffer.concat(piecesOfBytes));

/** The number of bytes before the first invalid one: the length of the longest beginning that is valid UTF-8. */
function countValidBytes(bytes: Buffer): number {
  let length = bytes.length;
  while (!isUtf8(bytes.subarray(0, length))) length -= 1;
  return length;
}

/** The decoded text, or the offset in the error. */
function readOutcome(readText: () => string): string | number {
  try {
    return readText();
  } catch (error) {
    if (error instanceof NotUtf8) return error.offset;
    throw error;
  }
}

describe('the text of a body', () => {
  it('is decoded if it is valid UTF-8, and otherwise refused with the offset of the first invalid byte', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        const expected = isUtf8(bytes) ? bytes.toString() : countValidBytes(bytes);
        expect(readOutcome(() => decodeBody(bytes))).toBe(expected);
      }),
    );
  });

  it('does not include the byte order mark', () => {
    expect(decodeBody(Buffer.from('\uFEFF{}'))).toBe('{}');
  });

  it('is refused if it is UTF-16', () => {
    for (const mark of [
      [0xff, 0xfe],
      [0xfe, 0xff],
    ]) {
      const bytes = Buffer.concat([Buffer.from(mark), Buffer.from('{}', 'utf16le')]);
      expect(() => decodeBody(bytes)).toThrow('at offset 0 ');
    }
  });

  it('is refused if it is longer than 4.4 MB', () => {
    expect(decodeBody(Buffer.alloc(maxBodyBytes, 'x'))).toHaveLength(maxBodyBytes);
    expect(() => decodeBody(Buffer.alloc(maxBodyBytes + 1, 'x'))).toThrow(RequestTooLarge);
  });
});

describe('a form with encoded bytes that are not UTF-8', () => {
  const type = 'application/x-www-form-urlencoded';
  const percentEncode = (bytes: Buffer): string =>
    Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

  it('is refused with the offset of the first invalid byte', () => {
    fc.assert(
      fc.property(someBytes, fc.constantFrom('é=', 'a=1&b=%C3%A9+', ''), (bytes, start) => {
        const body = `${start}${percentEncode(bytes)}&c=1`;
        const offset = Buffer.byteLength(start) + countValidBytes(bytes) * '%FF'.length;
        const outcome = readOutcome(() => parseForm(body, type).get('c')?.join() ?? '');
        expect(outcome).toBe(isUtf8(bytes) ? '1' : offset);
      }),
    );
  });

  it('is refused if only a part of a character is encoded', () => {
    expect(() => parseForm('a=%C3©', type)).toThrow(NotUtf8);
    expect(parseForm('a=100%&b=%zz', type).get('a')).toEqual(['100%']);
  });
});
