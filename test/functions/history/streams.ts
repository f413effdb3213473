import * as z from 'zod';

import { runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { graphId } from '../../lib/json-ld/mill.ts';

const actor = z.strictObject({
  type: z.literal('Person'),
  id: z.string(),
  url: z.string(),
  name: z.string(),
  tag: z.string().nullable(),
});

const item = z.strictObject({
  id: z.string(),
  type: z.enum(['Create', 'Update', 'Delete']),
  endTime: z.string(),
  actor,
  object: z.strictObject({
    id: z.string(),
    url: z.string(),
    type: z.string(),
    formerType: z.string().optional(),
    deleted: z.string().optional(),
  }),
});

export type Item = z.infer<typeof item>;

const context = z.literal('https://www.w3.org/ns/activitystreams');
const pageReference = z.strictObject({ id: z.string(), type: z.literal('OrderedCollectionPage') });

/** The collection, with exactly these keys. */
export const collection = z.strictObject({
  '@context': context,
  type: z.literal('OrderedCollection'),
  id: z.string(),
  totalItems: z.number(),
  first: pageReference,
  last: pageReference,
});

/** A page of the stream, with exactly these keys. */
export const page = z.strictObject({
  '@context': context,
  type: z.literal('OrderedCollectionPage'),
  id: z.string(),
  partOf: z.strictObject({
    type: z.literal('OrderedCollection'),
    id: z.string(),
    totalItems: z.number(),
  }),
  prev: pageReference.optional(),
  next: pageReference.optional(),
  startIndex: z.number(),
  orderedItems: z.array(item),
});

/** A page of a list that is paged by a cursor, with exactly these keys. */
export const listPage = z.strictObject({
  '@context': context,
  type: z.literal('OrderedCollectionPage'),
  id: z.string(),
  partOf: z.strictObject({ type: z.literal('OrderedCollection'), id: z.string() }),
  next: pageReference.optional(),
  orderedItems: z.array(item),
});

/** An item as a document of its own. */
export const singleItem = item.extend({ '@context': context });

/** The ordinal of an item. */
export const ordinalOf = ({ id: uri }: Pick<Item, 'id'>): number => Number(uri.split('/').at(-1));

/**
 * Fills the empty stream with items, each about another deleted resource instance.
 * @param count the number of items; every tenth is a Delete
 */
export async function placeStream(service: TestService, count: number): Promise<void> {
  await runStatement(
    service,
    `with placed as (
  insert into activity (ordinal, activity_type, resource_id, graph_id, end_time)
  select
    g,
    case when g % 10 = 0 then 'Delete' when g % 10 = 1 then 'Create' else 'Update' end,
    ('00000000-0000-4000-8000-' || lpad((900000 + g)::text, 12, '0'))::uuid,
    '${graphId}',
    timestamptz '2026-01-01T00:00:00Z' + g * interval '1 minute'
  from generate_series(1, ${count}) g
)
update activity_counter
set ordinal = ${count}, end_time = timestamptz '2026-01-01T00:00:00Z' + ${count} * interval '1 minute'`,
  );
}
