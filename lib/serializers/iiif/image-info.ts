/** Pixels. */
export type Size = { readonly width: number; readonly height: number };

/** The sizes in which a picture can be read. The page is the larger one. */
export type PictureSizes = { readonly thumbnail: Size; readonly page: Size };

/** The context of documents of the IIIF Image API. */
export const imageContext = 'http://iiif.io/api/image/3/context.json';

/** The URI of a picture as a service of the IIIF Image API, with which the URIs of its sizes begin. */
export const imageUri = (baseUrl: string, fileId: string): string =>
  `${baseUrl}/iiif/images/${fileId}`;

/** The URI of a picture in a size. */
export const imageSizeUri = (image: string, size: Size | 'max'): string =>
  `${image}/full/${size === 'max' ? size : `${size.width},${size.height}`}/0/default.jpg`;

/** The sizes, each once: a small picture is not enlarged, so that both can be equal. */
export const listSizes = ({ thumbnail, page }: PictureSizes): readonly Size[] =>
  [thumbnail, page]
    .filter(
      ({ width, height }, index) => index === 1 || width !== page.width || height !== page.height,
    )
    .map(({ width, height }) => ({ width, height }));

/**
 * Describes a picture for viewers. Its size is that of the largest copy, whatever the original has, because no other can be read.
 * Source: IIIF Image API 3.0, section 5, and the compliance level 0.
 */
export function toImageInfo(image: string, sizes: PictureSizes) {
  const { width, height } = sizes.page;
  return {
    '@context': imageContext,
    id: image,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level0',
    width,
    height,
    maxWidth: width,
    maxHeight: height,
    sizes: listSizes(sizes),
  };
}

/**
 * Finds the copy of a picture for the size of a request: `max`, or the width and height of a copy. For a width alone it is the smallest copy
 * that is as wide, or the largest: Universal Viewer asks for thumbnails of its own widths, whatever the sizes are.
 * @returns undefined for any other size
 */
export function chooseSize<Copy extends Size>(
  size: string,
  { thumbnail, page }: { readonly thumbnail: Copy; readonly page: Copy },
): Copy | undefined {
  if (size === 'max') return page;
  if (/^[1-9]\d{0,5},$/.test(size))
    return Number.parseInt(size, 10) <= thumbnail.width ? thumbnail : page;
  return [page, thumbnail].find(({ width, height }) => size === `${width},${height}`);
}
