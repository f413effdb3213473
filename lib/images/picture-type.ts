import { detectContentType, unknownType } from '../model/files/content-type.ts';

/** The types of pictures from which copies are made, besides TIFF. */
const pictureTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
]);

/** Whether a file of a type may be such a picture: TIFF counts as a file of which nothing is known. */
export const isPictureType = (type: string): boolean =>
  pictureTypes.has(type) || type === unknownType;

/** The first bytes of TIFF and BigTIFF, in both byte orders. */
const tiffMarks: ReadonlySet<string> = new Set(['II*\0', 'MM\0*', 'II+\0', 'MM\0+']);

/**
 * Whether a file is a picture from which copies are made, by its first bytes. Everything else is no picture here, such as HEIC and SVG.
 * @rule Files: From which files are copies made?
 */
export function isDerivable(first: Buffer): boolean {
  return (
    pictureTypes.has(detectContentType(first)) || tiffMarks.has(first.toString('latin1', 0, 4))
  );
}
