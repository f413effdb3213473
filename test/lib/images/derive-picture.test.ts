import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { derivePicture, PictureRefused } from '../../../lib/images/derive-picture.ts';
import { readTiffStructure, withoutExifMark } from '../../../lib/images/metadata/tiff-fields.ts';
import { drawPicture, gpsFields, pngOfSize, xmpWith } from './pictures.ts';

/** The colour of a pixel, rounded to whether there is much of red, green and blue. */
async function colourAt(bytes: Buffer, left: number, top: number): Promise<string> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel].map((value) => (value > 127 ? '1' : '0')).join('');
}

async function problemOf(bytes: Buffer): Promise<string> {
  const error: unknown = await derivePicture(bytes).catch((reason: unknown) => reason);
  if (!(error instanceof PictureRefused)) throw new Error('The picture was not refused.');
  return error.problem;
}

describe('the derivatives of a picture', () => {
  it('have edges of 400 and 2000 pixels at most, in its proportions', async () => {
    const { derivatives, ...known } = await derivePicture(
      await drawPicture({ width: 3000, height: 1500 }),
    );
    expect(known).toEqual({ width: 3000, height: 1500, hasPlace: false });
    expect(derivatives.map(({ kind, width, height }) => [kind, width, height])).toEqual([
      ['thumbnail', 400, 200],
      ['page', 2000, 1000],
    ]);
  });

  it('are never larger than it', async () => {
    const { derivatives } = await derivePicture(await drawPicture({ width: 30, height: 20 }));
    expect(derivatives.map(({ width, height }) => [width, height])).toEqual([
      [30, 20],
      [30, 20],
    ]);
  });

  it.each([
    [1, 'upper left', [64, 32]],
    [2, 'upper right', [64, 32]],
    [3, 'lower right', [64, 32]],
    [4, 'lower left', [64, 32]],
    [5, 'upper left', [32, 64]],
    [6, 'upper right', [32, 64]],
    [7, 'lower right', [32, 64]],
    [8, 'lower left', [32, 64]],
  ])('have the orientation %i applied', async (orientation, corner, size) => {
    const { width, height, derivatives } = await derivePicture(await drawPicture({ orientation }));
    expect([width, height]).toEqual(size);
    const [x, y] = [Math.floor(width / 4), Math.floor(height / 4)];
    const corners = {
      'upper left': [x, y],
      'upper right': [width - x, y],
      'lower left': [x, height - y],
      'lower right': [width - x, height - y],
    } as const;
    for (const { bytes } of derivatives) {
      const metadata = await sharp(bytes).metadata();
      expect([metadata.width, metadata.height, metadata.orientation ?? 1]).toEqual([...size, 1]);
      for (const [name, [left, top]] of Object.entries(corners))
        expect([name, await colourAt(bytes, left, top)]).toEqual([
          name,
          name === corner ? '100' : '001',
        ]);
    }
  });

  it('keep its colour profile', async () => {
    const picture = await drawPicture({ profile: 'p3' });
    const { icc } = await sharp(picture).metadata();
    const { derivatives } = await derivePicture(picture);
    for (const { bytes } of derivatives) expect((await sharp(bytes).metadata()).icc).toEqual(icc);
  });

  it('are in RGB without its profile, if it is in CMYK', async () => {
    const picture = await drawPicture({}, (drawn) => drawn.toColourspace('cmyk').jpeg());
    const { derivatives } = await derivePicture(picture);
    for (const { bytes } of derivatives) {
      expect((await sharp(bytes).metadata()).space).toBe('srgb');
      expect(await colourAt(bytes, 50, 25)).toBe('001');
    }
  });

  it('keep its credit and copyright, in letters of any script', async () => {
    const credit = '<dc:creator><rdf:Seq><rdf:li>田中 &amp; Söhne</rdf:li></rdf:Seq></dc:creator>';
    const picture = await drawPicture({
      exif: { IFD0: { Copyright: 'Public domain', Make: 'Camera' } },
      xmp: xmpWith('', credit),
    });
    const { derivatives } = await derivePicture(picture);
    for (const { bytes } of derivatives) {
      const { exif, xmpAsString } = await sharp(bytes).metadata();
      expect(exif?.toString('latin1')).toContain('Public domain');
      expect(xmpAsString).toContain('田中 &amp; Söhne');
      expect(xmpAsString).toContain('Public domain');
    }
  });

  it.each([
    ['credit', { IFD0: { Artist: 'A. Photographer', Make: 'Camera' }, IFD3: gpsFields }],
    ['no credit', { IFD0: { Make: 'Camera' }, IFD3: gpsFields }],
  ])('have nothing else of its metadata, which has %s', async (_, exif) => {
    const picture = await drawPicture({ exif, xmp: xmpWith('exif:GPSLatitude="51,10.7N"') });
    const { hasPlace, derivatives } = await derivePicture(picture);
    expect(hasPlace).toBe(true);
    for (const { bytes } of derivatives) {
      const metadata = await sharp(bytes).metadata();
      const text = bytes.toString('latin1');
      expect(['GPS', 'Camera', '51,10.7N'].filter((part) => text.includes(part))).toEqual([]);
      const structure = readTiffStructure(withoutExifMark(metadata.exif ?? Buffer.alloc(0)));
      const tags = structure?.directories.flatMap(({ fields }) => fields.map(({ tag }) => tag));
      expect(tags ?? []).not.toContain(0x8825);
      expect(metadata.iptc).toBeUndefined();
    }
  });

  it('show white where it is transparent', async () => {
    const picture = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { derivatives } = await derivePicture(picture);
    for (const { bytes } of derivatives) expect(await colourAt(bytes, 4, 4)).toBe('111');
  });

  it('show the first frame of an animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(3 * 64, 255), Buffer.alloc(3 * 64)]);
    const picture = await sharp(frames, {
      raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
    })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(picture, { animated: true }).metadata()).pages).toBe(2);
    const { height, derivatives } = await derivePicture(picture);
    expect(height).toBe(8);
    for (const { bytes } of derivatives) expect(await colourAt(bytes, 4, 4)).toBe('111');
  });

  it.each(['png', 'webp', 'gif', 'avif', 'tiff'] as const)('are made of %s', async (format) => {
    const picture = await drawPicture({}, (drawn) => drawn.toFormat(format));
    const { derivatives } = await derivePicture(picture);
    for (const { bytes } of derivatives) {
      expect((await sharp(bytes).metadata()).format).toBe('jpeg');
      expect(await colourAt(bytes, 8, 8)).toBe('100');
    }
  });
});

describe('a file that is no picture within the limits', () => {
  it('is refused by the pixels that its header states', async () => {
    expect(await problemOf(await pngOfSize(100_000, 100_000))).toBe('too_many_pixels');
    const gif = await drawPicture({}, (drawn) => drawn.gif());
    // The sizes of the screen and of its first frame.
    for (const start of [6, gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 5]) {
      gif.writeUInt16LE(65_535, start);
      gif.writeUInt16LE(65_535, start + 2);
    }
    expect(await problemOf(gif)).toBe('too_many_pixels');
  });

  it('is refused by a lower limit if it is AVIF, which needs more memory', async () => {
    const avif = await drawPicture({}, (drawn) => drawn.avif({ effort: 0 }));
    const size = avif.indexOf('ispe') + 8;
    avif.writeUInt32BE(9000, size);
    avif.writeUInt32BE(9000, size + 4);
    expect(await problemOf(avif)).toBe('too_many_pixels');
  });

  it('is refused if the pixels that it states do not follow', async () => {
    expect(await problemOf(await pngOfSize(14_000, 14_000))).toBe('damaged');
  });

  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
    'is refused if it ends early: %s',
    async (format) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      const whole = await sharp({
        create: { width: 300, height: 300, channels: 3, background: '#000', noise },
      })
        .toFormat(format)
        .toBuffer();
      expect(await problemOf(whole.subarray(0, whole.length / 2))).toBe('damaged');
    },
  );

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'],
    ['a text', 'P1 1 1 0'],
    ['PDF', '%PDF-1.4\n'],
    ['HEIC', '\0\0\0\u{18}ftypheic\0\0\0\0mif1heic'],
    ['nothing', ''],
  ])('is refused: %s', async (_, text) => {
    expect(await problemOf(Buffer.from(text, 'latin1'))).toBe('damaged');
  });

  it('leaves the reader able to read the next picture', async () => {
    await problemOf(await pngOfSize(100_000, 100_000));
    expect((await derivePicture(await drawPicture())).derivatives).toHaveLength(2);
  });
});
