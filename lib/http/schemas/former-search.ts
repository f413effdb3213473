import * as z from 'zod';

import { geometry } from './geojson.ts';

const hit = z.looseObject({
  _id: z.string(),
  can_read: z.literal(true),
  can_edit: z.boolean(),
  is_principal: z.boolean(),
  _source: z.looseObject({
    graph_id: z.string(),
    resourceinstanceid: z.string(),
    root_ontology_class: z.string().nullable(),
    displayname: z.string(),
    displaydescription: z.string(),
    provisional_resource: z.enum(['true', 'false', 'partial']),
    points: z.array(z.looseObject({ nodegroup_id: z.string(), provisional: z.boolean() })),
    geometries: z.array(z.looseObject({ nodegroup_id: z.string(), provisional: z.boolean() })),
    tiles: z.array(z.looseObject({ tileid: z.string(), data: z.looseObject({}) })).optional(),
  }),
});

/** A page of hits in the layout of the reference platform. */
export const formerSearchResults = z
  .looseObject({
    results: z.looseObject({
      hits: z.looseObject({
        total: z.object({ value: z.number().int(), relation: z.enum(['eq', 'gte']) }),
        hits: z.array(hit),
      }),
    }),
    'paging-filter': z.looseObject({ paginator: z.looseObject({ has_next: z.boolean() }) }),
    total_results: z.number().int(),
  })
  .meta({ id: 'FormerSearchResults' });

/** The features of an export of the reference platform. */
export const formerSearchFeatures = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        id: z
          .string()
          .describe(
            'The id of the resource instance, with a number from 2 for its further geometries.',
          ),
        geometry,
        properties: z
          .object({ resourceid: z.string() })
          .catchall(z.string().nullable())
          .describe('Texts by the names of nodes.'),
      }),
    ),
  })
  .meta({ id: 'FormerSearchFeatures' });

const suggestion = z.object({
  context: z.string(),
  context_label: z.string(),
  text: z.string(),
  value: z.string(),
});

/** The suggestions of the reference platform's search. */
export const formerSearchTerms = z
  .object({
    terms: z.array(
      suggestion.extend({ type: z.literal('term'), id: z.literal(0), nodegroupid: z.string() }),
    ),
    concepts: z.array(suggestion.extend({ type: z.literal('concept'), id: z.string() })),
  })
  .meta({ id: 'FormerSearchTerms' });
