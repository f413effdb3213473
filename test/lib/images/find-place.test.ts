import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';

import { findPlace } from '../../../lib/images/metadata/find-place.ts';
import { drawPicture, gpsFields, xmpWith } from './pictures.ts';

const placeOf = async (bytes: Buffer): Promise<boolean | null> =>
  findPlace(bytes, await sharp(bytes).metadata());

const located = { exif: { IFD0: { Make: 'Camera' }, IFD3: gpsFields } };

/** A data set of record 2 in the block of IPTC that Photoshop writes. */
function photoshopSegment(dataSet: number, value: string): Buffer {
  const text = Buffer.from(value);
  const data = Buffer.concat([Buffer.from([0x1c, 2, dataSet, 0, text.length]), text]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const padding = Buffer.alloc(data.length % 2);
  const block = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\u{4}\u{4}\0\0', 'latin1'),
    length,
    data,
    padding,
  ]);
  return segment(0xed, block);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Inserts a segment behind the mark of the beginning of a JPEG. */
const withSegment = (jpeg: Buffer, inserted: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), inserted, jpeg.subarray(2)]);

describe('the metadata of a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'has a place if EXIF has one: %s',
    async (format) => {
      const toFormat = (drawn: Sharp) => drawn.toFormat(format);
      expect(await placeOf(await drawPicture(located, toFormat))).toBe(true);
      const exif = { IFD0: { Make: 'Camera' } };
      expect(await placeOf(await drawPicture({ exif }, toFormat))).toBe(false);
    },
  );

  it('has a place if XMP of GIF has one, which the library does not read', async () => {
    const picture = await drawPicture({}, (drawn) => drawn.gif());
    const withXmp = (attributes: string) =>
      Buffer.concat([picture, Buffer.from(`XMP DataXMP${xmpWith(attributes)}`)]);
    expect(await placeOf(withXmp('exif:GPSLatitude="51,10.7N"'))).toBe(true);
    expect(await placeOf(withXmp('photoshop:Country="England"'))).toBe(false);
  });

  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
    'has a place if XMP has one: %s',
    async (format) => {
      const toFormat = (drawn: Sharp) => drawn.toFormat(format);
      const places = [
        'exif:GPSLatitude="51,10.7N"',
        'photoshop:City="Amesbury"',
        'xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GpsLatitude="51.17"',
        'xmlns:dwc="http://rs.tdwg.org/dwc/index.htm" dwc:decimalLatitude="51.17"',
        'xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" geo:lat="51.17"',
      ];
      for (const attributes of places)
        expect(await placeOf(await drawPicture({ xmp: xmpWith(attributes) }, toFormat))).toBe(true);
      const xmp = xmpWith('photoshop:Country="England"');
      expect(await placeOf(await drawPicture({ xmp }, toFormat))).toBe(false);
    },
  );

  it.each([
    [92, true],
    [90, true],
    [27, true],
    [101, false],
    [80, false],
  ])('has a place by the data set %i of IPTC: %s', async (dataSet, hasPlace) => {
    const picture = withSegment(await drawPicture(), photoshopSegment(dataSet, 'Amesbury'));
    expect(await placeOf(picture)).toBe(hasPlace);
  });

  it('has a place if a second block of EXIF, or a picture or film within the file has one', async () => {
    const picture = await drawPicture();
    const other = await drawPicture(located);
    const film = Buffer.from('\0\0\0\u{8}ftypmp42\u{a9}xyz+51.1789-001.8262/', 'latin1');
    for (const rest of [other, film])
      expect(await placeOf(Buffer.concat([picture, rest]))).toBe(true);
    const { exif } = await sharp(other).metadata();
    const first = await drawPicture({ exif: { IFD0: { Make: 'Camera' } } });
    expect(await placeOf(withSegment(first, segment(0xe1, exif ?? Buffer.alloc(0))))).toBe(true);
  });

  it('has a place if a directory of TIFF has one', () => {
    expect(findPlace(tiffWithDirectory(0x8825, 2), {})).toBe(true);
    expect(findPlace(tiffWithDirectory(0x8825, 0), {})).toBe(false);
    expect(findPlace(tiffWithDirectory(0x8769, 2), {})).toBe(false);
  });

  it('cannot be known if a part that may have a place is not read', async () => {
    const picture = await drawPicture();
    const unread = [
      Buffer.from('Exif\0\0II*\0\u{ff}\u{ff}\0\0', 'latin1'),
      Buffer.from('Exif\0\0II+\0', 'latin1'),
      Buffer.from('http://ns.adobe.com/xmp/extension/\0'),
      Buffer.from('Raw profile type exif\0'),
    ];
    for (const part of unread) {
      const name = part.toString('latin1');
      expect([name, findPlace(Buffer.concat([picture, part]), {})]).toEqual([name, null]);
    }
  });

  it('is read once, however often its directories lead to each other', () => {
    const circle = Buffer.from('II*\0\u{8}\0\0\0\0\0\u{8}\0\0\0', 'latin1');
    expect(findPlace(circle, {})).toBe(false);
  });
});

/** A TIFF structure with a field that leads to a directory, which has a field. */
function tiffWithDirectory(tag: number, fieldInIt: number): Buffer {
  const bytes = Buffer.alloc(44);
  bytes.write('II*\0', 'latin1');
  const first = 8;
  const second = 26;
  bytes.writeUInt32LE(first, 4);
  writeDirectory(bytes, first, tag, second);
  writeDirectory(bytes, second, fieldInIt, 0);
  return bytes;
}

function writeDirectory(bytes: Buffer, offset: number, tag: number, value: number): void {
  bytes.writeUInt16LE(1, offset);
  bytes.writeUInt16LE(tag, offset + 2);
  bytes.writeUInt16LE(4, offset + 4);
  bytes.writeUInt32LE(1, offset + 6);
  bytes.writeUInt32LE(value, offset + 10);
}
