import * as z from 'zod';

import { maxSlugLength, slugPattern } from '../../model/spatial-views/spatial-view.ts';

const longestText = 10_000;

const isMissing = ({ input }: { readonly input?: unknown }): boolean => input === undefined;
const mustBe = (what: string) => ({
  error: (issue: { readonly input?: unknown }) => (isMissing(issue) ? 'is needed.' : what),
});

const text = z.string(mustBe('must be a text.'));
const trueOrFalse = z.boolean(mustBe('must be true or false.'));
const uuid = z.guid(mustBe('must be a UUID.'));
const description = text.max(longestText, `may have ${longestText} characters.`);

const attributeNode = z.looseObject(
  { nodeid: uuid, description },
  mustBe('must be an object with nodeid and description.'),
);

/** What of a spatial view may be sent, each part for itself (specification, Spatial view). */
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

/** The body of PUT: what is left out stays as it is. */
export const changedSpatialView = spatialViewFields.extend({ spatialviewid: uuid });

/** A spatial view, as it is answered. */
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
  /** Where its features are, while it is active. */
  collection: z.url().optional(),
  /** That its views in the database are still being filled, and show nothing until they are. */
  status: z.literal('filling').optional(),
  /** What is wrong with it: sentences. */
  problems: z.array(z.string()).optional(),
});

/** Spatial views, as they are answered. */
export const spatialViewList = z.array(spatialView);
