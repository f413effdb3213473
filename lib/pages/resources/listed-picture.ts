import type { FileSettings } from '../../files/file-location.ts';
import { describeFile, type DescribedFile } from '../../model/files/described-file.ts';
import type { FirstPicture } from '../../queries/files/first-pictures.ts';
import type { Html } from '../layout/html.ts';
import type { Site } from '../layout/site.ts';
import { creditLine } from './credit-line.ts';
import { pictureElement } from './picture-element.ts';
import { signPictures, type ShownPicture } from './shown-pictures.ts';

/** The picture of a resource instance in a list. */
export type ListedPicture = {
  readonly picture: ShownPicture;
  readonly file: DescribedFile | undefined;
};

/**
 * Adds their first pictures to resource instances in a list.
 * @returns them, and the hosts of the pictures
 * @throws Error like `signPictures`
 */
export async function withFirstPictures<Resource extends { readonly resourceId: string }>(
  resources: readonly Resource[],
  firstPictures: readonly FirstPicture[],
  settings: FileSettings,
) {
  const thumbnails = firstPictures.map(
    ({ resourceId, thumbnail }) => [resourceId, thumbnail] as const,
  );
  const { pictures, hosts } = await signPictures(new Map(thumbnails), settings);
  const files = new Map(
    firstPictures.map(({ resourceId, element }) => [resourceId, describeFile(element)]),
  );
  const pictured = resources.map((resource) => {
    const picture = pictures.get(resource.resourceId);
    return picture === undefined
      ? resource
      : { ...resource, listed: { picture, file: files.get(resource.resourceId) } };
  });
  return { resources: pictured, hosts };
}

type Reader = { readonly languages: readonly string[]; readonly paths: Site };

/** The picture of an item of a list. It says nothing to who does not see it unless it has a text of its own. */
export const listedPicture = ({ picture, file }: ListedPicture, reader: Reader): Html =>
  pictureElement(
    picture,
    { altText: file?.altText ?? null, title: file?.title ?? null, name: '' },
    reader,
  );

/** Who is to be named with the picture of an item of a list. */
export const listedCredit = ({ file }: ListedPicture, reader: Reader): Html | undefined =>
  creditLine(file?.attribution ?? null, reader);
