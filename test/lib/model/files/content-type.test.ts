import { describe, expect, it } from 'vitest';

import { detectContentType, isShownType } from '../../../../lib/model/files/content-type.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );

describe('the type of a file', () => {
  it.each<readonly [string, Uint8Array]>([
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe1])],
    ['image/png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a])],
    ['image/webp', bytes('RIFF', [1, 0, 0, 0], 'WEBPVP8 ')],
    ['image/gif', bytes('GIF89a')],
    ['image/avif', bytes([0, 0, 0, 32], 'ftypavif')],
    ['application/pdf', bytes('%PDF-1.7')],
    ['audio/mpeg', bytes('ID3', [4, 0])],
    ['audio/mpeg', bytes([0xff, 0xfb, 0x90, 0x64])],
    ['video/mp4', bytes([0, 0, 0, 24], 'ftypisom')],
  ])('is %s by its first bytes, whatever a tile says, and browsers show it', (type, first) => {
    expect(detectContentType(first, 'text/html')).toBe(type);
    expect(isShownType(type)).toBe(true);
  });

  it.each<readonly [string, string, Uint8Array]>([
    ['a page that is said to be a picture', 'image/png', bytes('<script>alert(1)</script>')],
    ['a drawing with scripts', 'image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a page', 'text/html', bytes('<!doctype html>')],
    ['a script', 'text/javascript', bytes('alert(1)')],
    ['bytes that are said to be a text', 'text/plain', bytes('a', [0], 'b')],
    ['a picture of another kind', 'image/heic', bytes([0, 0, 0, 24], 'ftypheic')],
    ['an empty file', 'image/png', bytes()],
    ['part of a signature', 'image/png', bytes([0x89], 'PN')],
  ])('is unknown, and browsers save it: %s', (_, declared, first) => {
    expect(detectContentType(first, declared)).toBe('application/octet-stream');
    expect(isShownType('application/octet-stream')).toBe(false);
  });

  it.each(['text/plain', 'text/csv', 'TEXT/CSV; charset=utf-8'])(
    'is %s if a tile says so and the bytes are a text, and browsers save it',
    (declared) => {
      const type = detectContentType(bytes('Ä;b\r\n1;2\r\n'), declared);
      expect(type).toBe(declared.toLowerCase().split(';')[0]);
      expect(isShownType(type)).toBe(false);
    },
  );
});
