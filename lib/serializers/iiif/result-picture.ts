import { describeFile } from '../../model/files/described-file.ts';
import { pickText } from '../../model/pick-language.ts';
import type { FirstPicture } from '../../queries/files/first-pictures.ts';
import { imageSizeUri, imageUri } from './image-info.ts';

type Options = {
  /** The base URL of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
};

/** Converts the first pictures of resource instances for the format `results`, by resource instance. Texts are in the language of the reader. */
export function toResultPictures(
  pictures: readonly FirstPicture[],
  { baseUrl, languages }: Options,
) {
  return new Map(
    pictures.map(({ resourceId, element, thumbnail: { width, height } }) => {
      const file = describeFile(element);
      const image = imageUri(baseUrl, file?.fileId ?? '');
      const picture = {
        uri: imageSizeUri(image, { width, height }),
        width,
        height,
        alternative_text: pickText(file?.altText ?? file?.title ?? null, languages),
        credit: pickText(file?.attribution ?? null, languages),
      };
      return [resourceId, { picture }] as const;
    }),
  );
}
