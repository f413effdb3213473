import * as z from 'zod';

import { geometry } from './geojson.ts';
import { uuidSchema } from './common.ts';

const link = z.object({
  href: z.url(),
  rel: z.string(),
  type: z.string(),
  title: z.string().optional(),
});

const links = z.array(link);

/** The landing page of OGC API Features. */
export const landingPageBody = z.object({
  title: z.string(),
  description: z.string(),
  links,
});

export const conformanceBody = z.object({ conformsTo: z.array(z.url()) });

/** A collection of features. */
export const collectionBody = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  links,
  extent: z.object({
    spatial: z.object({ bbox: z.array(z.array(z.number()).length(4)).length(1), crs: z.url() }),
    temporal: z.object({ interval: z.array(z.array(z.null()).length(2)).length(1) }),
  }),
  itemType: z.literal('feature'),
  crs: z.array(z.url()),
  storageCrs: z.url(),
});

/** All collections. */
export const collectionsBody = z.object({ links, collections: z.array(collectionBody) });

const properties = z
  .object({ resourceinstanceid: uuidSchema, tileid: uuidSchema, nodeid: uuidSchema })
  .catchall(z.string().nullable());

const feature = z.object({
  type: z.literal('Feature'),
  id: z.int().positive(),
  geometry: geometry.nullable(),
  properties,
});

/** A feature of a collection. */
export const itemBody = feature.extend({ links });

/** Features of a collection. */
export const itemsBody = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(feature),
  numberMatched: z.int().nonnegative().optional(),
  numberReturned: z.int().nonnegative(),
  links,
  timeStamp: z.iso.datetime(),
});
