import * as z from 'zod';

import {
  answerForm,
  documentParameters,
  documentSchemas,
  missing,
} from '../../lib/http/parameters/document-parameters.ts';
import { accountOnly } from '../../lib/http/request/account-only.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { preconditionsOf } from '../../lib/http/conditional/preconditions.ts';
import { pathResourceId, storeDocument } from '../../lib/writing/resources/store-document.ts';

const operation = {
  id: 'put-resource',
  method: 'PUT',
  path: '/resources/{resource_instance_id}',
  summary: 'Stores a resource instance (form A)',
  access: 'secured',
  capability: 'write',
  parameters: {
    ...documentParameters,
    missing:
      'keep leaves stored tiles alone that the document does not have; delete is the default.',
  },
  responses: {
    200: 'It is stored; the JSON-LD document of what is stored. Or, with dry_run, what would change.',
    201: 'It was created.',
    400: 'A parameter breaks its rule, or the body cannot be read.',
    403: 'The caller may see it, but not change it so.',
    404: 'There is a resource instance with this id that the caller may not see, or no such model.',
    409: 'It belongs to another model, or its tiles to another resource instance.',
    412: 'It has changed since the version that If-Match names.',
    422: 'The document cannot be stored as it is; all problems are listed.',
    428: 'The version has to be named with If-Match.',
  },
} as const satisfies Operation;

/** PUT /resources/{resource_instance_id} (specification, form A). */
export const handler = endpoint({
  operation,
  parameters: z.object({ ...documentSchemas, missing }),
  handle: async ({ parameters, path, principal, header, body, languages }, { data, settings }) =>
    storeDocument(data, {
      principal: accountOnly(principal),
      settings,
      languages,
      body,
      resourceId: pathResourceId(path.resource_instance_id),
      graph: undefined,
      form: parameters.format,
      unknown: parameters.unknown,
      missing: parameters.missing,
      leavesHidden: parameters.hidden,
      method: 'put',
      preconditions: preconditionsOf(header, settings.requireIfMatch),
      isDryRun: parameters.dry_run,
      idempotencyKey: undefined,
      ...answerForm(parameters.profile, header('accept')),
    }),
});
