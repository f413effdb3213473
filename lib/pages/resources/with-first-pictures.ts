import type { FileSettings } from '../../files/file-location.ts';
import { describeFile } from '../../model/files/described-file.ts';
import type { FirstPicture } from '../../queries/files/first-pictures.ts';
import { signPictures } from './shown-pictures.ts';

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
