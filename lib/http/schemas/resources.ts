import * as z from 'zod';

import { problemReferrers } from './errors.ts';
import { pendingReview, storedTile, tileRecord, writtenTile } from './tiles.ts';
import { anyObjectSchema, uriSchema, uuidSchema } from './common.ts';

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
          }),
        }),
      ),
    }),
  })
  .meta({ id: 'BusinessData', description: 'A resource instance with its tiles.' });

/** A resource instance in the layout that existing clients know. */
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
    principaluser_id: z.null(),
    resourceinstanceid: uuidSchema,
    tiles: z.array(tileRecord),
  })
  .meta({ id: 'ServiceJson' });

/** A node of RDF as JSON-LD 1.1: members besides `@id` and `@type` are properties. */
export const jsonLdNode = z
  .object({
    '@context': z.unknown().optional(),
    '@id': z.string().optional(),
    '@type': z.union([z.string(), z.array(z.string())]).optional(),
  })
  .catchall(z.unknown())
  .meta({ id: 'JsonLd', description: 'A JSON-LD document (JSON-LD 1.1).' });

/** A resource instance as JSON-LD: its members are properties, full URIs or, in the linked shape, by their context (specification). */
const resourceJsonLd = z
  .object({
    '@context': z.unknown().optional(),
    '@id': uriSchema,
    '@type': z.union([z.string(), z.array(z.string())]).optional(),
  })
  .catchall(z.unknown())
  .meta({ id: 'ResourceJsonLd', description: 'A resource instance as JSON-LD.' });

/** The forms of a resource instance that are JSON, by media type. */
export const resourceForms = {
  'application/ld+json': resourceJsonLd,
  'application/json': z.union([businessData, serviceJson]),
} as const;

/** The same as the answer to its writer has it. */
const writtenServiceJson = serviceJson
  .extend({ pending_review: pendingReview })
  .meta({ id: 'WrittenServiceJson' });

/** What is answered where a document is too large to be shown after it was stored. */
const storedResource = z.object({ resourceinstanceid: uuidSchema }).meta({ id: 'StoredResource' });

/** What a tile holds, before or after a change. */
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

/** The answer to a dry run: what would change. */
export const changeSummary = z
  .object({
    dry_run: z.literal(true),
    resource: uriSchema,
    change: z.enum(['create', 'update', 'delete', 'none']),
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

/** The documents that answer a write, by media type. A model without an ontology has no JSON-LD: business data takes its place. */
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

/** The documents that may be sent, by media type. Their nodes are found in the model; what has no place there is told. */
export const sentDocument = {
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

/** A page of resource instances of a model, in the layout that existing clients know. */
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
        principaluser_id: z.null(),
      }),
      tiles: z.array(tileRecord.extend({ provisionaledits: z.array(z.unknown()).nullable() })),
      metadata: z.record(z.string(), z.string()),
    })
    .meta({ id: 'ListedResource' }),
);

/** A list of resource instances as JSON, in either form. */
export const resourceList = z.union([resourceContainer, listedResources]);

/** What answers a request that writes a tile. */
export const tileForms = z.union([writtenTile, changeSummary, storedTile]);
