import * as z from 'zod';

import { maxSlugLength, slugPattern } from '../../model/spatial-views/spatial-view.ts';

const maxTextLength = 10_000;

const isMissing = ({ input }: { readonly input?: unknown }): boolean => input === undefined;
const typeErrorParams = (message: string) => ({
  error: (issue: { readonly input?: unknown }) => (isMissing(issue) ? 'is required.' : message),
});

const textSchema = z.string(typeErrorParams('must be a string.'));
const booleanSchema = z.boolean(typeErrorParams('must be true or false.'));
const idSchema = z.guid(typeErrorParams('must be a UUID.'));
const descriptionSchema = textSchema.max(
  maxTextLength,
  `must have at most ${maxTextLength} characters.`,
);

const attributeNodeSchema = z.looseObject(
  { nodeid: idSchema, description: descriptionSchema },
  typeErrorParams('must be an object with nodeid and description.'),
);

/** The fields of a spatial view that a caller can send, all optional (specification, Spatial view). */
export const spatialViewFields = z.object({
  description: descriptionSchema.optional(),
  geometrynodeid: idSchema.optional(),
  isactive: booleanSchema.optional(),
  ismixedgeometrytypes: booleanSchema.optional(),
  language: textSchema
    .min(1, 'must not be empty.')
    .max(100, 'must have at most 100 characters.')
    .optional(),
  schema: textSchema
    .min(1, 'must not be empty.')
    .max(63, 'must have at most 63 characters.')
    .optional(),
  slug: textSchema
    .regex(
      slugPattern,
      'must have only letters, digits and underscores, at least two of them, and must not begin with a digit.',
    )
    .max(
      maxSlugLength,
      `must have at most ${maxSlugLength} characters: it becomes part of the names of views, before _linestring or _mixed_geom.`,
    )
    .optional(),
  attributenodes: z
    .array(
      attributeNodeSchema,
      typeErrorParams('must be a list of objects with nodeid and description.'),
    )
    .min(1, 'must have at least one node.')
    .max(1000, 'must have at most 1000 nodes.')
    .optional(),
});

/** The body of POST. */
export const newSpatialView = spatialViewFields.required({
  geometrynodeid: true,
  language: true,
  slug: true,
  attributenodes: true,
});

/** The body of PUT. Missing fields stay unchanged. */
export const changedSpatialView = spatialViewFields.extend({ spatialviewid: idSchema });

/** A spatial view in a response. */
export const spatialView = z.strictObject({
  spatialviewid: z.guid(),
  description: z.string(),
  geometrynodeid: z.guid(),
  isactive: z.boolean(),
  ismixedgeometrytypes: z.boolean(),
  language: z.string(),
  schema: z.string(),
  slug: z.string(),
  attributenodes: z.array(z.looseObject({ nodeid: z.guid(), description: z.string() })),
  /** The URL of the OGC collection with its features, if the view is active. */
  collection: z.url().optional(),
  /** Present while its database views are being filled. Until then they are empty. */
  status: z.literal('filling').optional(),
  problems: z.array(z.string()).optional(),
});

export const spatialViewList = z.array(spatialView);
