import * as z from 'zod';

/*
 * What IIIF Change Discovery 1.0 says that a stream MUST have, in the words of its section 2 (Activity Streams Details). Two things
 * are left out, because the specification of this service says otherwise: the context is that of Activity Streams 2.0 and not that
 * of IIIF, and objects are resource instances of any class and not Manifests and Collections.
 */

const isHttpUri = (text: string): boolean => /^https?:\/\/[^\s]+$/.test(text);
const httpUri = z.string().refine(isHttpUri, 'is no HTTP(S) URI');
const page = z.looseObject({ id: httpUri, type: z.literal('OrderedCollectionPage') });

/** 2.1 Ordered Collection. */
export const orderedCollection = z.looseObject({
  '@context': z.unknown().refine((context) => context !== undefined, 'is missing'),
  id: httpUri,
  type: z.literal('OrderedCollection'),
  last: page,
  first: page.optional(),
  totalItems: z.number().int().nonnegative().optional(),
});

/** 2.3 Activities. A time is an xsd:dateTime in UTC. */
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

/** 2.2 Ordered Collection Page. A page has items; only that of a stream in which nothing has happened yet has none. */
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
