import sharp, { type Metadata, type Sharp } from 'sharp';

import type { DerivativeKind } from '../model/files/derivative.ts';
import { readCredit } from './metadata/credit.ts';
import { writeCreditAsXmp } from './metadata/credit-xmp.ts';
import { findPlace } from './metadata/find-place.ts';
import type { Credit } from './metadata/raw-metadata.ts';

/** A copy of a picture as JPEG, with its size in pixels. */
export type Derivative = {
  readonly kind: DerivativeKind;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
};

/** What is known of a picture. Its size is that with its orientation applied. */
export type ExaminedPicture = {
  readonly width: number;
  readonly height: number;
  /** Null if a part of the metadata that may have a place cannot be read. */
  readonly hasPlace: boolean | null;
  /** The thumbnail and the page size. */
  readonly derivatives: readonly Derivative[];
};

/** Why a picture has no copies. */
export type PictureProblem = 'too_many_pixels' | 'too_slow' | 'damaged';

/** A picture cannot be read, or not within the limits. */
export class PictureRefused extends Error {
  readonly code = 'picture_refused';
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem, options?: ErrorOptions) {
    super(`The picture cannot be read: ${problem}.`, options);
    this.problem = problem;
  }
}

/**
 * The most pixels of a picture: those of the largest cameras, and of most scanners. The worst that a file of so many can need fits into the
 * memory of the function.
 */
export const maxPixels = 200_000_000;

/** AVIF is decoded as a whole, into 17 bytes for each pixel and more; a file of a thousand bytes can be as large. */
const maxPixelsOfAvif = 60_000_000;

/** How long one copy may take. */
const maxSeconds = 60;

const sizes = {
  page: { edge: 2000, quality: 85 },
  thumbnail: { edge: 400, quality: 80 },
} as const;

/** The only readers of the library that bytes from outside reach, whatever they pretend to be. */
const allowedReaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'];

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: allowedReaders.map((name) => `VipsForeignLoad${name}Buffer`) });
// One picture at a time needs one thread, and a cache would only keep memory.
sharp.concurrency(1);
sharp.cache(false);

const openPicture = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });

/**
 * Finds out what is known of a picture, and makes its thumbnail and its page size. They have its colour profile and credit, and no other
 * metadata. Its orientation is applied; of an animation, it is the first frame; what is transparent becomes white.
 * @rule Files: Which copies are made of a picture, and what do they look like?
 * @throws PictureRefused
 */
export async function derivePicture(bytes: Buffer): Promise<ExaminedPicture> {
  try {
    const metadata = await openPicture(bytes).metadata();
    const { width, height } = metadata.autoOrient;
    if (metadata.format === 'heif' && width * height > maxPixelsOfAvif)
      throw new PictureRefused('too_many_pixels');
    const credit = readCredit(metadata);
    const page = await makeDerivative('page', openPicture(bytes).autoOrient(), metadata, credit);
    const thumbnail = await makeDerivative('thumbnail', sharp(page.bytes), metadata, credit);
    return {
      width,
      height,
      hasPlace: findPlace(bytes, metadata),
      derivatives: [thumbnail, page],
    };
  } catch (cause) {
    if (cause instanceof PictureRefused) throw cause;
    throw new PictureRefused(findProblem(cause), { cause });
  }
}

async function makeDerivative(
  kind: DerivativeKind,
  picture: Sharp,
  metadata: Metadata,
  credit: Credit,
): Promise<Derivative> {
  const { edge, quality } = sizes[kind];
  const resized = picture
    .timeout({ seconds: maxSeconds })
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' });
  const coloured = hasKeptColours(metadata) ? resized.keepIccProfile() : resized;
  const { data, info } = await addCredit(coloured, credit)
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });
  return { kind, bytes: data, width: info.width, height: info.height };
}

/**
 * Writes the credit as the only metadata: as XMP, and in EXIF what has ASCII letters alone. Without fields, `withExif` would keep all that the
 * picture has, with its place.
 */
function addCredit(picture: Sharp, credit: Credit): Sharp {
  const { artist, copyright } = credit;
  if (artist === undefined && copyright === undefined) return picture;
  const fields = {
    ...(isAscii(artist) ? { Artist: artist } : {}),
    ...(isAscii(copyright) ? { Copyright: copyright } : {}),
  };
  const described = picture.withXmp(writeCreditAsXmp(credit));
  return Object.keys(fields).length === 0 ? described : described.withExif({ IFD0: fields });
}

const isAscii = (text: string | undefined): text is string =>
  text !== undefined && /^[\u0020-\u007e]+$/u.test(text);

/** Whether a JPEG in RGB or grey can have the profile of a picture. Other pictures, such as those in CMYK, are converted to RGB. */
function hasKeptColours({ space }: Metadata): boolean {
  return ['srgb', 'rgb', 'rgb16', 'b-w', 'grey16'].includes(space);
}

function findProblem(error: unknown): PictureProblem {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit|exceeds? .*limit|too large/i.test(message)) return 'too_many_pixels';
  return /timeout/i.test(message) ? 'too_slow' : 'damaged';
}
