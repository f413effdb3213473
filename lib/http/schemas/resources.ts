import * as z from 'zod';

import { nameMatchKinds } from '../../model/descriptors/name-match.ts';
import { relationDirections, relationKinds } from '../../model/resources/relation-parts.ts';
import { problemReferrers } from './errors.ts';
import { pendingReview, storedTile, tileRecord, writtenTile } from './tiles.ts';
import { anyObjectSchema, uriSchema, uuidSchema } from './common.ts';

/** The members of a resource instance with a state or identifiers. */
const statedMembers = {
  resource_instance_lifecycle_state_id: uuidSchema.optional(),
  identifiers: z
    .array(z.object({ identifier: z.string(), source: z.string(), identifier_type: z.string() }))
    .optional(),
};

/** A resource instance as JSON business data (specification). */
export const businessData = z
  .object({
    business_data: z.object({
      resources: z.array(
        z.object({
          tiles: z.array(tileRecord),
          resourceinstance: z.object({
            graph_id: uuidSchema,
            resourceinstanceid: uuidSchema,
            legacyid: z.string().nullable(),
            ...statedMembers,
          }),
        }),
      ),
    }),
  })
  .meta({ id: 'BusinessData', description: 'A resource instance with its tiles.' });

/** A resource instance in the layout of clients of Arches. */
export const serviceJson = z
  .object({
    descriptors: z
      .record(z.string(), z.record(z.string(), z.string().nullable()))
      .meta({ description: 'Name, description and map popup, by language.' }),
    displayname: z.string().nullable(),
    graph_id: uuidSchema,
    graph_publication_id: z.string().nullable(),
    legacyid: z.string().nullable(),
    name: z.string(),
    principaluser_id: z.int32().nullable(),
    ...statedMembers,
    resourceinstanceid: uuidSchema,
    tiles: z.array(tileRecord),
  })
  .meta({ id: 'ServiceJson' });

/** An RDF node as JSON-LD 1.1: members besides `@id` and `@type` are properties. */
export const jsonLdNode = z
  .object({
    '@context': z.unknown().optional(),
    '@id': z.string().optional(),
    '@type': z.union([z.string(), z.array(z.string())]).optional(),
  })
  .catchall(z.unknown())
  .meta({ id: 'JsonLd', description: 'A JSON-LD document (JSON-LD 1.1).' });

/** A resource instance as JSON-LD (specification). */
const resourceJsonLd = z
  .object({
    '@context': z.unknown().optional(),
    '@id': uriSchema,
    '@type': z.union([z.string(), z.array(z.string())]).optional(),
  })
  .catchall(z.unknown())
  .meta({ id: 'ResourceJsonLd', description: 'A resource instance as JSON-LD.' });

/** The JSON representations of a resource instance, by media type. */
export const resourceDocuments = {
  'application/ld+json': resourceJsonLd,
  'application/json': z.union([businessData, serviceJson]),
} as const;

/** A resource instance in the layout of clients of Arches, in the response to a write. */
const writtenServiceJson = serviceJson
  .extend({ pending_review: pendingReview })
  .meta({ id: 'WrittenServiceJson' });

/** The response if a stored document is too large to be sent. */
const storedResource = z.object({ resourceinstanceid: uuidSchema }).meta({ id: 'StoredResource' });

const tileValues = z
  .object({
    sortorder: z.int32().nullable(),
    data: anyObjectSchema,
    provisionaledits: z.unknown(),
  })
  .nullable();

const changedTiles = z.array(
  z.object({
    tileid: uuidSchema,
    nodegroup_id: uuidSchema,
    parenttile_id: uuidSchema.nullable(),
    before: tileValues,
    after: tileValues,
  }),
);

/** The response to a dry run: what would change. */
export const changeSummary = z
  .object({
    dry_run: z.literal(true),
    resource: uriSchema,
    change: z.enum(['create', 'update', 'delete', 'none']),
    legacyid: z
      .object({ before: z.string().nullable(), after: z.string().nullable() })
      .optional()
      .meta({ description: 'The legacy id, if it would change.' }),
    tiles: z.object({ created: changedTiles, changed: changedTiles, deleted: changedTiles }),
    pending_review: pendingReview,
    referrers: problemReferrers.optional(),
    ignored: z
      .object({
        total: z.int().min(1),
        first: z.array(z.object({ code: z.string(), pointer: z.string(), detail: z.string() })),
      })
      .optional(),
  })
  .meta({ id: 'ChangeSummary', description: 'What would change; nothing was stored.' });

/** The responses to a write, by media type. Models without an ontology have no JSON-LD, so they get business data. */
export const storedDocument = {
  'application/ld+json': resourceJsonLd,
  'application/json': z.union([
    changeSummary,
    businessData,
    writtenServiceJson,
    storedResource,
    resourceJsonLd,
  ]),
} as const;

/** The documents that a caller can send, by media type. The resource model decides which members are valid. */
export const documentInput = {
  'application/ld+json': z.union([jsonLdNode, z.array(jsonLdNode)]),
  'application/json': z.union([anyObjectSchema, z.array(anyObjectSchema)]),
} as const;

/** What the caller may do with a resource instance. */
export const instancePermissions = z
  .object({ read: z.boolean(), edit: z.boolean(), delete: z.boolean() })
  .meta({ id: 'InstancePermissions' });

/** A page of ids as a Linked Data container (specification). */
export const resourceContainer = z
  .object({
    '@context': z.literal('https://www.w3.org/ns/ldp/'),
    '@id': z.literal(''),
    '@type': z.literal('ldp:BasicContainer'),
    'ldp:contains': z.array(uriSchema),
  })
  .meta({ id: 'ResourceContainer', description: 'A Linked Data container of resource instances.' });

/** A page of resource instances of a model, in the layout of clients of Arches. */
const listedResources = z.array(
  z
    .object({
      resourceinstance: z.object({
        resourceinstanceid: uuidSchema,
        graph_id: uuidSchema,
        graph_publication_id: z.string(),
        legacyid: z.string().nullable(),
        name: z.string(),
        descriptors: z.record(z.string(), z.string()).meta({
          description: 'Name, description and map popup, in the language of the reader.',
        }),
        principaluser_id: z.int32().nullable(),
        ...statedMembers,
      }),
      tiles: z.array(tileRecord.extend({ provisionaledits: z.array(z.unknown()).nullable() })),
      metadata: z.record(z.string(), z.string()),
    })
    .meta({ id: 'ListedResource' }),
);

const namedResource = z
  .object({
    id: uuidSchema,
    uri: uriSchema,
    name: z.string().nullable(),
    model: z.object({ id: uuidSchema, slug: z.string().nullable(), name: z.string().nullable() }),
  })
  .meta({ id: 'NamedResource', description: 'A resource instance in the language of the reader.' });

const boundingBox = z
  .array(z.number())
  .length(4)
  .nullable()
  .meta({ description: 'The bounding box of its geometries: west, south, east, north.' });

const metValue = z
  .object({
    node: z.object({
      id: uuidSchema,
      alias: z.string().nullable(),
      label: z
        .string()
        .meta({ description: 'The label of its field, otherwise its name, in your language.' }),
    }),
    tile: uuidSchema,
    display: z.string().nullable().meta({
      description: 'The value in your language, at most 1,000 characters. Null for a geometry.',
    }),
  })
  .meta({ id: 'MetValue', description: 'A value that meets a condition.' });

const metValues = z.array(metValue).meta({
  description:
    'The values that meet the conditions, or that have the words of the search. Conditions on one card are met by values of one tile; negated conditions, ids and changes by no value.',
});

const searchMatch = z.enum([...nameMatchKinds, 'value']).meta({
  description: 'How the name matches the search; or that only a value has its words.',
});

const searchScore = z.number().meta({
  description: 'From 0 to 1. An equal name has 1, what is found by values at most 0.2.',
});

/** The first picture of a resource instance. */
const resultPicture = z
  .object({
    uri: z.url(),
    width: z.int().min(1),
    height: z.int().min(1),
    alternative_text: z.string().nullable(),
    credit: z.string().nullable(),
  })
  .meta({ description: 'A copy of its first picture; absent without one.' })
  .optional();

/** The matches of a search, the best first. */
const searchResults = z.array(
  namedResource
    .extend({
      match: searchMatch,
      score: searchScore,
      place: boundingBox,
      picture: resultPicture,
      values: metValues.optional(),
    })
    .meta({ id: 'SearchResult', description: 'A resource instance that a search finds.' }),
);

const suggestedQuestion = {
  text: z.string().meta({ description: 'In the language of the reader.' }),
  href: z.string().meta({ format: 'uri', description: 'The request that finds it.' }),
  page: z.string().meta({ format: 'uri', description: 'The page for people.' }),
};
const suggestedIn = {
  model: z.object({ id: uuidSchema, name: z.string().nullable() }),
  node: z.object({
    name: z.string().meta({ description: 'The name in a condition: node.NAME.' }),
    label: z.string().nullable(),
  }),
};

/** The response of GET /search/suggest. */
export const suggestions = z
  .object({
    suggestions: z.array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('record'),
          ...suggestedQuestion,
          text: z.string().nullable(),
          id: uuidSchema,
          model: namedResource.shape.model,
          place: boundingBox,
        }),
        z.object({
          kind: z.literal('concept'),
          ...suggestedQuestion,
          id: uuidSchema,
          ...suggestedIn,
          collection: uuidSchema.nullable(),
        }),
        z.object({ kind: z.literal('text'), ...suggestedQuestion, ...suggestedIn }),
      ]),
    ),
  })
  .meta({ id: 'Suggestions', description: 'What begins with words, each visible to the caller.' });

/** The response of GET /rdm/concepts/{id}/resources. */
export const conceptResourceList = z.union([resourceContainer, z.array(namedResource)]);

const relationType = z
  .object({
    id: z.string(),
    label: z
      .string()
      .nullable()
      .meta({ description: 'The label, if the id is that of a concept value.' }),
  })
  .nullable();

/** The response of GET /resources/{id}/relations. */
export const relationList = z.array(
  z
    .object({
      id: uuidSchema,
      direction: z.enum(relationDirections),
      kind: z.enum(relationKinds),
      resource: namedResource.meta({ description: 'The other end.' }),
      node: z
        .object({
          id: uuidSchema,
          alias: z.string().nullable(),
          name: z.string().nullable(),
          label: z.string().meta({ description: 'The label of the node on its card.' }),
        })
        .nullable()
        .meta({ description: 'The node whose value is the reference.' }),
      tile: uuidSchema.nullable().meta({ description: 'The tile with the reference.' }),
      type: relationType,
      inverse_type: relationType,
      notes: z.string().nullable(),
      date_started: z.string().nullable(),
      date_ended: z.string().nullable(),
    })
    .meta({ id: 'Relation', description: 'A relation of a resource instance with another one.' }),
);

/** The format `results` of a list with conditions, an order or a count. */
const foundResults = z
  .object({
    results: z.array(
      namedResource
        .extend({
          place: boundingBox,
          picture: resultPicture,
          values: metValues,
          match: searchMatch.optional(),
          score: searchScore.optional(),
        })
        .meta({ id: 'FoundResource', description: 'A resource instance that a question finds.' }),
    ),
    ignored: z
      .array(z.string())
      .meta({ description: 'The names of parameters without a meaning, as in X-Ignored.' }),
  })
  .meta({ id: 'FoundResources', description: 'A page of the resource instances of a question.' });

/** A list of resource instances as JSON. */
export const resourceList = z.union([
  resourceContainer,
  listedResources,
  searchResults,
  foundResults,
]);

/** The responses to a write of a tile. */
export const tileWriteResult = z.union([writtenTile, changeSummary, storedTile]);
