import * as z from 'zod';

/*
 * The requirements (MUST) of IIIF Change Discovery 1.0, section 2 (Activity Streams Details). Two are left out, because the
 * specification of this service differs: the context is that of Activity Streams 2.0, and objects are resource instances of any
 * class.
 */

const isHttpUri = (text: string): boolean => /^https?:\/\/[^\s]+$/.test(text);
const httpUri = z.string().refine(isHttpUri, 'is no HTTP(S) URI');
const page = z.looseObject({ id: httpUri, type: z.literal('OrderedCollectionPage') });

/** Section 2.1, Ordered Collection. */
export const orderedCollection = z.looseObject({
  '@context': z.unknown().refine((context) => context !== undefined, 'is missing'),
  id: httpUri,
  type: z.literal('OrderedCollection'),
  last: page,
  first: page.optional(),
  totalItems: z.number().int().nonnegative().optional(),
});

/** Section 2.3, Activities. Times are xsd:dateTime in UTC. */
const activity = z.looseObject({
  id: httpUri.optional(),
  type: z.enum(['Create', 'Update', 'Delete', 'Move', 'Add', 'Remove', 'Refresh']),
  object: z.looseObject({ id: httpUri, type: z.string().min(1) }),
  endTime: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'is no xsd:dateTime in UTC')
    .optional(),
  actor: z
    .looseObject({ id: httpUri, type: z.enum(['Application', 'Organization', 'Person']) })
    .optional(),
});

/** Section 2.2, Ordered Collection Page. Only the page of an empty stream has no items. */
export const orderedCollectionPage = z.looseObject({
  '@context': z.unknown().refine((context) => context !== undefined, 'is missing'),
  id: httpUri,
  type: z.literal('OrderedCollectionPage'),
  partOf: z.looseObject({ id: httpUri, type: z.literal('OrderedCollection') }).optional(),
  startIndex: z.number().int().nonnegative().optional(),
  prev: page.optional(),
  next: page.optional(),
  orderedItems: z.array(activity).min(1),
});

export type StreamActivity = z.infer<typeof activity>;
export type StreamPage = z.infer<typeof orderedCollectionPage>;
