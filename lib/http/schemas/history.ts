import * as z from 'zod';

import { activityTypes } from '../../queries/history/activity-items.ts';
import { anyObjectSchema, uriSchema, utcTimeSchema, uuidSchema } from './common.ts';

const context = z.literal('https://www.w3.org/ns/activitystreams');

/** A change item of the specification. */
const activityItem = z
  .object({
    id: uriSchema,
    type: z.enum(activityTypes),
    endTime: utcTimeSchema,
    actor: z.object({
      type: z.literal('Person'),
      id: uriSchema,
      url: uriSchema,
      name: z.string(),
      tag: z.string().nullable().meta({ description: 'The username.' }),
    }),
    object: z.object({
      id: uriSchema,
      url: uriSchema,
      type: z.string().meta({ description: 'The URI of its class.' }),
      formerType: z.string().optional(),
      deleted: utcTimeSchema.optional(),
    }),
  })
  .meta({ id: 'ActivityItem', description: 'A change of a resource instance.' });

/** The response of GET /history/item/{ordinal}. */
export const activityDocument = activityItem
  .extend({ '@context': context })
  .meta({ id: 'ActivityDocument' });

const pageReference = z
  .object({ id: uriSchema, type: z.literal('OrderedCollectionPage') })
  .meta({ id: 'ActivityPageReference' });

/** The collection of the specification. */
const activityStream = z
  .object({
    '@context': context,
    type: z.literal('OrderedCollection'),
    id: uriSchema,
    totalItems: z.int(),
    first: pageReference,
    last: pageReference,
  })
  .meta({ id: 'ActivityStream' });

/** A page of the specification. */
export const activityPage = z
  .object({
    '@context': context,
    type: z.literal('OrderedCollectionPage'),
    id: uriSchema,
    partOf: z.object({ type: z.literal('OrderedCollection'), id: uriSchema, totalItems: z.int() }),
    prev: pageReference.optional(),
    next: pageReference.optional(),
    startIndex: z.int(),
    orderedItems: z.array(activityItem),
  })
  .meta({ id: 'ActivityPage' });

/** A part of the stream, with a cursor for the next part. It has no total. */
export const activityList = z
  .object({
    '@context': context,
    type: z.literal('OrderedCollectionPage'),
    id: uriSchema,
    partOf: z.object({ type: z.literal('OrderedCollection'), id: uriSchema }),
    next: pageReference.optional(),
    orderedItems: z.array(activityItem),
  })
  .meta({ id: 'ActivityList' });

/** The response of GET /history/: the collection, or a part of it if the request has a filter. */
export const activityStreamOrList = z.union([activityStream, activityList]);

const tileValues = anyObjectSchema.nullable();

/** The name and id of a life-cycle state, and what another platform logged in place of values, are texts. */
const values = z.union([anyObjectSchema, z.string()]).nullable();

/** The edits of a resource instance. */
export const editHistory = z
  .object({
    resource: uriSchema,
    next: uriSchema.nullable().meta({ description: 'URL of the next page; null at the end.' }),
    edits: z.array(
      z.object({
        id: z.string(),
        transaction: uuidSchema,
        type: z.string(),
        time: utcTimeSchema,
        tile: uuidSchema.nullable(),
        nodegroup: uuidSchema.nullable(),
        actor: z.object({ url: uriSchema, name: z.string().nullable() }).nullable(),
        before: values,
        after: values,
        provisionaledits_before: tileValues.optional(),
        provisionaledits_after: tileValues.optional(),
      }),
    ),
  })
  .meta({ id: 'EditHistory', description: 'The edits of a resource instance, latest first.' });
