import * as z from 'zod';

import { maxSlugLength, slugPattern } from '../../model/spatial-views/spatial-view.ts';

const longestText = 10_000;

const isMissing = ({ input }: { readonly input?: unknown }): boolean => input === undefined;
const mustBe = (what: string) => ({
  error: (issue: { readonly input?: unknown }) => (isMissing(issue) ? 'is required.' : what),
});

const text = z.string(mustBe('must be a text.'));
const trueOrFalse = z.boolean(mustBe('must be true or false.'));
const uuid = z.guid(mustBe('must be a UUID.'));
const description = text.max(longestText, `may have ${longestText} characters.`);

const attributeNode = z.looseObject(
  { nodeid: uuid, description },
  mustBe('must be an object with nodeid and description.'),
);

/** The fields of a spatial view that may be sent, all optional (specification, Spatial view). */
export const spatialViewFields = z.object({
  description: description.optional(),
  geometrynodeid: uuid.optional(),
  isactive: trueOrFalse.optional(),
  ismixedgeometrytypes: trueOrFalse.optional(),
  language: text.min(1, 'must not be empty.').max(100, 'may have 100 characters.').optional(),
  schema: text.min(1, 'must not be empty.').max(63, 'may have 63 characters.').optional(),
  slug: text
    .regex(
      slugPattern,
      'must have letters, digits and underscores only, two at least, and not begin with a digit.',
    )
    .max(
      maxSlugLength,
      `may have ${maxSlugLength} characters: with _linestring or _mixed_geom behind it, it is the name of a view.`,
    )
    .optional(),
  attributenodes: z
    .array(attributeNode, mustBe('must be a list of objects with nodeid and description.'))
    .min(1, 'must have one node at least.')
    .max(1000, 'may have 1000 nodes.')
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
export const changedSpatialView = spatialViewFields.extend({ spatialviewid: uuid });

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
  /** The OGC collection with its features, if it is active. */
  collection: z.url().optional(),
  /** Present while its database views are being filled. Until then they are empty. */
  status: z.literal('filling').optional(),
  problems: z.array(z.string()).optional(),
});

export const spatialViewList = z.array(spatialView);
