import * as z from 'zod';

import * as descriptions from '../description/descriptions.ts';
import type { Shape } from '../../json-ld/resource-shape.ts';
import type { DocumentFormat } from '../../writing/resources/parse-document.ts';
import { parsePreferences, readProfiles } from '../negotiation/accept.ts';
import { chooseShape, profileParameter } from './representation.ts';
import { booleanWithDefault } from '../parameters/types/booleans.ts';
import { indentParameter } from '../parameters/types/numbers.ts';

const documentDescription =
  'The document as JSON-LD or as tile records. The profile in Content-Type names the shape of JSON-LD, as in application/ld+json;profile=linked: specification, linked, or a URI that ends with one of them. Without a profile the shape is detected.';

const refusedDocumentDescription =
  'The document cannot be stored; all problems are listed. If one has the code shape_unclear, name the shape in Content-Type.';

const documentFormatByName: Readonly<Record<string, DocumentFormat>> = {
  '': 'any',
  'json-ld': 'json-ld',
  jsonld: 'json-ld',
  xml: 'json-ld',
  json: 'any',
  'service-json': 'service-json',
  'arches-json': 'service-json',
};

/** The parameters of operations that create a resource instance. */
export const parametersForCreate = z.object({
  format: z
    .string()
    .optional()
    .transform((name = '', context) => {
      const format = Object.hasOwn(documentFormatByName, name)
        ? documentFormatByName[name]
        : undefined;
      if (format !== undefined) return format;
      context.addIssue({
        code: 'custom',
        message: 'must be json-ld, service-json, arches-json, json or xml.',
      });
      return z.NEVER;
    })
    .meta({ enum: Object.keys(documentFormatByName).filter((name) => name !== '') })
    .describe(
      'The format of the body: json-ld or service-json (arches-json). json also allows business data. json and xml also accept JSON-LD.',
    ),
  profile: profileParameter.describe('The shape of the response: specification or linked.'),
  unknown: z
    .enum(['refuse', 'ignore'], { error: 'must be refuse or ignore.' })
    .default('refuse')
    .describe(
      'What to do with parts of the document that the model does not have: ignore leaves them out and lists them in the header X-Ignored; refuse (default) responds with 422 and stores nothing.',
    ),
  hidden: booleanWithDefault(true).describe(
    'false: the document is complete, including nodegroups with a hidden card, and the response shows them. true (default): tiles of these nodegroups that the document does not contain stay unchanged, because GET leaves them out.',
  ),
  dry_run: booleanWithDefault(false).describe(descriptions.dryRun),
  indent: indentParameter,
});

/** The parameters of operations that put a resource instance. */
export const parametersForPut = parametersForCreate.extend({
  missing: z
    .enum(['delete', 'keep'], { error: 'must be delete or keep.' })
    .default('delete')
    .describe(
      'What to do with stored tiles that the document does not contain: delete (default) or keep.',
    ),
  empty: booleanWithDefault(false).describe(
    'true: a JSON-LD document without values deletes all tiles. false (default): it is refused with 422 if tiles are stored.',
  ),
});

const responsesForCreate = {
  200: {
    description: 'With dry_run: what would be created.',
    body: 'changeSummary',
    headers: ['X-Ignored', 'X-Pending-Review', 'X-Unknown-Files'],
  },
  201: {
    description: 'It was created. Location has its URI, the body is its JSON-LD document.',
    body: 'storedDocument',
    headers: ['ETag', 'Content-Location', 'X-Ignored', 'X-Pending-Review', 'X-Unknown-Files'],
  },
  400: descriptions.invalidParameterOrBody,
  403: 'The caller may not create resource instances of this model.',
  404: 'There is no such resource model that the caller may see.',
  409: descriptions.uniqueValueTaken,
  422: refusedDocumentDescription,
} as const;

const responsesForPut = {
  200: {
    description: 'It is stored: the stored JSON-LD document. With dry_run: what would change.',
    body: 'storedDocument',
    headers: ['ETag', 'Content-Location', 'X-Ignored', 'X-Pending-Review', 'X-Unknown-Files'],
  },
  201: {
    description: 'It was created.',
    body: 'storedDocument',
    headers: ['ETag', 'Content-Location', 'X-Ignored', 'X-Pending-Review', 'X-Unknown-Files'],
  },
  400: descriptions.invalidParameterOrBody,
  403: 'The caller may see the resource instance, but not change it this way.',
  404: 'The caller may not see the resource instance with this id, or there is no such resource model.',
  409: `It belongs to another model, or its tiles to another resource instance. Or: ${descriptions.uniqueValueTaken}`,
  422: refusedDocumentDescription,
} as const;

/** The members of Operation that are the same for all operations that create a resource instance. */
export const operationDefaultsForCreate = {
  method: 'POST',
  access: 'secured',
  capability: 'transaction',
  parameters: parametersForCreate,
  requestBody: 'documentInput',
  requestBodyDescription: documentDescription,
  requestHeaders: ['Idempotency-Key'],
  responses: responsesForCreate,
} as const;

/** The members of Operation that are the same for all operations that put a resource instance. */
export const operationDefaultsForPut = {
  method: 'PUT',
  access: 'secured',
  capability: 'transaction',
  parameters: parametersForPut,
  requestBody: 'documentInput',
  requestBodyDescription: documentDescription,
  requestHeaders: ['If-Match', 'If-None-Match'],
  responses: responsesForPut,
} as const;

/** Chooses the shape and media type of the response to a write, which is JSON-LD (specification) even if `Accept` excludes that. */
export function negotiateJsonLd(
  requestedShape: Shape | undefined,
  accept: string | undefined,
): { readonly shape: Shape; readonly mediaType: string } {
  const accepted = parsePreferences(accept ?? '').filter(({ quality }) => quality > 0);
  const mediaTypes = new Set(accepted.map(({ value }) => value));
  const profiles = accepted.flatMap(readProfiles);
  const requestsPlainJson =
    mediaTypes.has('application/json') && !mediaTypes.has('application/ld+json');
  return {
    shape: chooseShape(requestedShape, profiles),
    mediaType: requestsPlainJson ? 'application/json' : 'application/ld+json',
  };
}
