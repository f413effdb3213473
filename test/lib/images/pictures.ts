import { crc32 } from 'node:zlib';

import sharp, { type Sharp } from 'sharp';

/* Pictures that tests draw, with metadata. */

type PictureOptions = {
  readonly width?: number;
  readonly height?: number;
  /** As EXIF numbers them, from 1 to 8. */
  readonly orientation?: number;
  readonly profile?: 'srgb' | 'p3';
  /** Fields of EXIF by directory: IFD0 is that of the picture, IFD3 that of the place. */
  readonly exif?: Readonly<Record<string, Record<string, string>>>;
  readonly xmp?: string;
};

export const gpsFields = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 10/1 44/1' };

/** XMP with attributes, elements, or both. */
export const xmpWith = (attributes: string, elements = ''): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`;

/** Draws a picture whose upper left quarter is red, and the rest blue. */
export async function drawPicture(
  options: PictureOptions = {},
  toFormat: (picture: Sharp) => Sharp = (picture) => picture.jpeg({ quality: 95 }),
): Promise<Buffer> {
  const { width = 64, height = 32, orientation, profile, exif = {}, xmp } = options;
  const quarter = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const red = await sharp({ create: { ...quarter, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const drawn = await sharp({ create: { width, height, channels: 3, background: '#00f' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
  let picture = sharp(drawn);
  if (orientation !== undefined) picture = picture.withMetadata({ orientation });
  if (profile !== undefined) picture = picture.withIccProfile(profile);
  if (Object.keys(exif).length > 0) picture = picture.withExif(exif);
  if (xmp !== undefined) picture = picture.withXmp(xmp);
  return toFormat(picture).toBuffer();
}

/** A PNG whose header says that it has so many pixels. */
export async function pngOfSize(width: number, height: number): Promise<Buffer> {
  const png = await drawPicture({}, (picture) => picture.png());
  const header = { type: 12, width: 16, height: 20, checksum: 29 };
  png.writeUInt32BE(width, header.width);
  png.writeUInt32BE(height, header.height);
  png.writeUInt32BE(crc32(png.subarray(header.type, header.checksum)), header.checksum);
  return png;
}
