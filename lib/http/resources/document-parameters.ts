import * as z from 'zod';

import type { Shape } from '../../json-ld/shape.ts';
import type { DocumentForm } from '../../writing/resources/parse-document.ts';
import { parsePreferences, readProfiles } from '../negotiation/accept.ts';
import { chooseShape, profileParameter } from './representation.ts';
import { indent, booleanWithDefault } from '../parameters/parameter-types.ts';

const documentMeaning =
  'The document, as JSON-LD or as tile records. The profile of Content-Type names the shape of JSON-LD, as in application/ld+json;profile=linked: specification, linked, or a URI that ends in one of them. Without it what only one of the shapes has decides.';

const refusedDocument =
  'The document cannot be stored as it is; all problems are listed. Where one has the code shape_unclear, name the shape in Content-Type.';

const formatNames: Readonly<Record<string, DocumentForm>> = {
  '': 'any',
  'json-ld': 'json-ld',
  jsonld: 'json-ld',
  xml: 'json-ld',
  json: 'any',
  'service-json': 'service-json',
  'arches-json': 'service-json',
};

export const createParameters = z.object({
  format: z
    .string()
    .optional()
    .transform((name = '', context) => {
      const form = formatNames[name];
      if (form !== undefined) return form;
      context.addIssue({
        code: 'custom',
        message: 'must be json-ld, service-json, arches-json, json or xml.',
      });
      return z.NEVER;
    })
    .meta({ enum: Object.keys(formatNames).filter((name) => name !== '') })
    .describe(
      'The form of the body: json-ld, or service-json (arches-json). With json it may be business data, too; json and xml are taken for JSON-LD where the body is.',
    ),
  profile: profileParameter.describe('The shape of the answer: specification, or linked.'),
  unknown: z
    .enum(['refuse', 'ignore'], { error: 'must be refuse or ignore.' })
    .default('refuse')
    .describe(
      'ignore leaves out what the model has no place for, and tells of it in the header X-Ignored; refuse, the default, answers 422 and stores nothing.',
    ),
  hidden: booleanWithDefault(true).describe(
    'false says that the document is complete, nodegroups whose card is hidden included, and shows them in the answer. true, the default, leaves those of their tiles as they are that the document does not have, as GET leaves them out.',
  ),
  dry_run: booleanWithDefault(false).describe(
    'Answers with what would change, and stores nothing.',
  ),
  indent,
});

export const putParameters = createParameters.extend({
  missing: z
    .enum(['delete', 'keep'], { error: 'must be delete or keep.' })
    .default('delete')
    .describe(
      'keep leaves stored tiles alone that the document does not have; delete is the default.',
    ),
});

const createResponses = {
  200: {
    description: 'With dry_run: what would be created.',
    body: 'changeSummary',
    headers: ['X-Pending-Review'],
  },
  201: {
    description: 'It was created; Location names it, the body is its JSON-LD document.',
    body: 'storedDocument',
    headers: ['ETag', 'Content-Location', 'X-Ignored', 'X-Pending-Review'],
  },
  400: 'A parameter breaks its rule, or the body cannot be read.',
  403: 'The caller may not create resource instances of this model.',
  404: 'There is no such model that the caller may see.',
  409: 'Something that the caller may not see has a value already that the model allows once.',
  422: refusedDocument,
} as const;

const putResponses = {
  200: {
    description:
      'It is stored; the JSON-LD document of what is stored. Or, with dry_run, what would change.',
    body: 'storedDocument',
    headers: ['ETag', 'Content-Location', 'X-Ignored', 'X-Pending-Review'],
  },
  201: {
    description: 'It was created.',
    body: 'storedDocument',
    headers: ['ETag', 'Content-Location', 'X-Ignored', 'X-Pending-Review'],
  },
  400: 'A parameter breaks its rule, or the body cannot be read.',
  403: 'The caller may see it, but not change it so.',
  404: 'There is a resource instance with this id that the caller may not see, or no such model.',
  409: 'It belongs to another model, its tiles belong to another resource instance, or something that the caller may not see has a value already that the model allows once.',
  422: refusedDocument,
} as const;

/** What all operations that create a resource instance have in common. */
export const createCommon = {
  method: 'POST',
  access: 'secured',
  capability: 'transactions',
  parameters: createParameters,
  requestBody: 'sentDocument',
  requestBodyDescription: documentMeaning,
  requestHeaders: ['Idempotency-Key'],
  responses: createResponses,
} as const;

/** What all operations that put a resource instance have in common. */
export const putCommon = {
  method: 'PUT',
  access: 'secured',
  capability: 'transactions',
  parameters: putParameters,
  requestBody: 'sentDocument',
  requestBodyDescription: documentMeaning,
  requestHeaders: ['If-Match', 'If-None-Match'],
  responses: putResponses,
} as const;

/** Chooses shape and media type of the response to a write. It is always JSON-LD (specification), whatever `Accept` says. */
export function negotiateJsonLd(
  parameter: Shape | undefined,
  accept: string | undefined,
): { readonly shape: Shape; readonly mediaType: string } {
  const accepted = parsePreferences(accept ?? '').filter(({ quality }) => quality > 0);
  const types = new Set(accepted.map(({ value }) => value));
  const profiles = accepted.flatMap(readProfiles);
  const isPlain = types.has('application/json') && !types.has('application/ld+json');
  return {
    shape: chooseShape(parameter, profiles),
    mediaType: isPlain ? 'application/json' : 'application/ld+json',
  };
}
