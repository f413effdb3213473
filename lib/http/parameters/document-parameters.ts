import * as z from 'zod';

import type { Shape } from '../../serializers/resources/resource-forms.ts';
import { preferences } from '../negotiation/accept.ts';
import { indent, trueOrFalse } from './common-parameters.ts';
import { chosenShape, profile } from '../negotiation/resource-forms.ts';

/** The parameters of an operation that takes the document of a resource instance, with what each means. */
export const documentParameters = {
  format:
    'The form of the body: json-ld, or service-json (arches-json). With json it may be business data, too; json and xml are taken for JSON-LD where the body is.',
  profile: 'The shape of the answer: specification, or linked.',
  unknown:
    'ignore leaves out what the model has no place for; refuse, the default, answers 422 and stores nothing.',
  hidden:
    'false says that the document is complete, nodegroups whose card is hidden included, and shows them in the answer. true, the default, leaves those of their tiles as they are that the document does not have, as GET leaves them out.',
  dry_run: 'true answers with what would change, and stores nothing.',
  indent: 'Spaces of indentation, 0 to 10.',
} as const;

const formatNames: Readonly<Record<string, 'json-ld' | 'service-json' | 'any'>> = {
  '': 'any',
  'json-ld': 'json-ld',
  jsonld: 'json-ld',
  xml: 'json-ld',
  json: 'any',
  'service-json': 'service-json',
  'arches-json': 'service-json',
};

export const documentSchemas = {
  format: z
    .string()
    .default('')
    .transform((name, context) => {
      const form = formatNames[name];
      if (form !== undefined) return form;
      context.addIssue({
        code: 'custom',
        message: 'must be json-ld, service-json, arches-json, json or xml.',
      });
      return z.NEVER;
    }),
  profile,
  unknown: z.enum(['refuse', 'ignore'], { error: 'must be refuse or ignore.' }).default('refuse'),
  hidden: trueOrFalse(true),
  dry_run: trueOrFalse(false),
  indent,
};

/** `missing`: what becomes of stored tiles that a document leaves out. */
export const missing = z
  .enum(['delete', 'keep'], { error: 'must be delete or keep.' })
  .default('delete');

/** The form of the JSON-LD document that answers a change: whatever else is accepted, this is what the specification gives. */
export function answerForm(
  parameter: Shape | undefined,
  accept: string | undefined,
): { readonly shape: Shape; readonly mediaType: string } {
  const wanted = preferences(accept ?? '').filter(({ quality }) => quality > 0);
  const types = new Set(wanted.map(({ value }) => value));
  const profiles = wanted.flatMap(({ parameters }) => parameters['profile']?.split(/\s+/) ?? []);
  const isPlain = types.has('application/json') && !types.has('application/ld+json');
  return {
    shape: chosenShape(parameter, profiles),
    mediaType: isPlain ? 'application/json' : 'application/ld+json',
  };
}
