import * as z from 'zod';

/** Texts by language tag; `none` for those without a language. */
const languageMap = z.record(z.string(), z.array(z.string()));

const size = z.object({ width: z.int().min(1), height: z.int().min(1) });

/** The description of a picture (IIIF Image API 3). */
export const imageInfo = size.extend({
  '@context': z.literal('http://iiif.io/api/image/3/context.json'),
  id: z.url(),
  type: z.literal('ImageService3'),
  protocol: z.literal('http://iiif.io/api/image'),
  profile: z.literal('level0'),
  maxWidth: z.int().min(1),
  maxHeight: z.int().min(1),
  sizes: z.array(size),
});

const canvas = size
  .extend({
    id: z.url(),
    type: z.literal('Canvas'),
    label: languageMap,
    summary: languageMap.optional(),
    items: z.array(z.looseObject({ type: z.literal('AnnotationPage') })),
  })
  .loose();

/** The pictures of a resource instance (IIIF Presentation API 3). */
export const manifest = z
  .looseObject({
    '@context': z.literal('http://iiif.io/api/presentation/3/context.json'),
    id: z.url(),
    type: z.literal('Manifest'),
    label: languageMap,
    summary: languageMap.optional(),
    requiredStatement: z.object({ label: languageMap, value: languageMap }).optional(),
    rights: z.url().optional(),
    items: z.array(canvas),
  })
  .meta({ id: 'Manifest' });
