import type { DescribedFile } from '../../model/files/described-file.ts';
import type { InstanceDescription } from '../../model/instance-description.ts';
import type { LocalizedText } from '../../model/pick-language.ts';
import { resourceUri } from '../../model/uris.ts';
import { imageSizeUri, imageUri, type PictureSizes } from './image-info.ts';
import { manifestUri, presentationContext } from './manifest-uri.ts';
import { joinLanguageMaps, toLanguageMap } from './language-map.ts';

/** A picture of a resource instance, as a value describes it, and its sizes. */
export type ManifestPicture = { readonly file: DescribedFile; readonly sizes: PictureSizes };

export type ManifestContent = {
  readonly resourceId: string;
  readonly names: LocalizedText;
  readonly descriptions: LocalizedText;
  /** At least one. */
  readonly pictures: readonly ManifestPicture[];
};

export type ManifestOptions = {
  readonly baseUrl: string;
  readonly instance: Pick<InstanceDescription, 'title' | 'licence'>;
};

/** The word before the names of those who made the pictures, in the languages of the pages. */
const attributionLabel = {
  en: ['Attribution'],
  de: ['Bildnachweis'],
  fr: ['Crédit'],
  es: ['Crédito'],
  nl: ['Bron'],
  ar: ['المصدر'],
};

/**
 * Describes the pictures of a resource instance for viewers, with all texts in all languages: a canvas for each picture.
 * Source: IIIF Presentation API 3.0.
 */
export function toManifest(
  { resourceId, names, descriptions, pictures }: ManifestContent,
  { baseUrl, instance }: ManifestOptions,
) {
  const record = resourceUri(baseUrl, resourceId);
  const label = toLanguageMap(names) ?? { none: [resourceId] };
  const canvases = pictures.map((picture) => toCanvas(picture, resourceId, baseUrl));
  return {
    '@context': presentationContext,
    id: manifestUri(baseUrl, resourceId),
    type: 'Manifest',
    label,
    ...member('summary', toLanguageMap(descriptions)),
    ...requiredStatement(pictures),
    ...member('rights', rightsOf(instance.licence)),
    provider: [
      {
        id: `${baseUrl}/`,
        type: 'Agent',
        label: { none: [instance.title] },
        homepage: [
          {
            id: `${baseUrl}/`,
            type: 'Text',
            label: { none: [instance.title] },
            format: 'text/html',
          },
        ],
      },
    ],
    homepage: [{ id: record, type: 'Text', label, format: 'text/html' }],
    seeAlso: [{ id: `${record}?format=json-ld`, type: 'Dataset', format: 'application/ld+json' }],
    ...member('thumbnail', canvases[0]?.thumbnail),
    items: canvases,
  };
}

/** The picture as a canvas of its largest copy, on which that copy is painted. */
function toCanvas(picture: ManifestPicture, resourceId: string, baseUrl: string) {
  const { file, sizes } = picture;
  const { page, thumbnail } = sizes;
  const image = imageUri(baseUrl, file.fileId);
  const id = `${baseUrl}/iiif/${resourceId}/canvas/${file.fileId}`;
  const service = [{ id: image, type: 'ImageService3', profile: 'level0' }];
  const copy = (uri: string, { width, height }: typeof page) => ({
    id: uri,
    type: 'Image',
    format: 'image/jpeg',
    width,
    height,
    service,
  });
  return {
    id,
    type: 'Canvas',
    label: toLanguageMap(file.title) ?? { none: [file.name] },
    ...member('summary', toLanguageMap(file.description)),
    ...requiredStatement([picture]),
    height: page.height,
    width: page.width,
    thumbnail: [copy(imageSizeUri(image, thumbnail), thumbnail)],
    items: [
      {
        id: `${id}/page`,
        type: 'AnnotationPage',
        items: [
          {
            id: `${id}/painting`,
            type: 'Annotation',
            motivation: 'painting',
            body: {
              ...copy(imageSizeUri(image, 'max'), page),
              ...member('label', toLanguageMap(file.altText)),
            },
            target: id,
          },
        ],
      },
    ],
  };
}

/** Who is to be named with pictures. */
function requiredStatement(pictures: readonly ManifestPicture[]) {
  const credits = pictures
    .map(({ file }) => toLanguageMap(file.attribution))
    .filter((credit) => credit !== undefined);
  return credits.length === 0
    ? {}
    : { requiredStatement: { label: attributionLabel, value: joinLanguageMaps(credits) } };
}

/**
 * The licence of the data, if IIIF knows it: a URI of Creative Commons or RightsStatements.org, which begin with http.
 * Source: IIIF Presentation API 3.0, section 3.1, `rights`.
 */
const rightsOf = (licence: string | undefined): string | undefined =>
  licence !== undefined && /^https?:\/\/(creativecommons|rightsstatements)\.org\//.test(licence)
    ? licence.replace(/^https:/, 'http:')
    : undefined;

/** A member that is left out without a value. */
const member = <Value>(name: string, value: Value | undefined) =>
  value === undefined ? {} : { [name]: value };
