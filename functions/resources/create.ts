import { randomUUID } from 'node:crypto';

import * as z from 'zod';

import {
  answerForm,
  documentParameters,
  documentSchemas,
} from '../../lib/http/parameters/document-parameters.ts';
import { accountOnly } from '../../lib/http/request/account-only.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/request/idempotency-key.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { storeDocument } from '../../lib/writing/resources/store-document.ts';

const operation = {
  id: 'create-resource',
  method: 'POST',
  path: '/resources',
  summary: 'Creates a resource instance of the model that the document names',
  access: 'secured',
  capability: 'write',
  parameters: documentParameters,
  responses: {
    200: 'With dry_run: what would be created.',
    201: 'It was created; Location names it, the body is its JSON-LD document.',
    400: 'A parameter breaks its rule, or the body cannot be read.',
    403: 'The caller may not create resource instances of this model.',
    404: 'There is no such model that the caller may see.',
    422: 'The document cannot be stored as it is; all problems are listed.',
  },
} as const satisfies Operation;

/** POST /resources */
export const handler = endpoint({
  operation,
  parameters: z.object(documentSchemas),
  handle: async ({ parameters, principal, header, body, languages }, { data, settings }) =>
    storeDocument(data, {
      principal: accountOnly(principal),
      settings,
      languages,
      body,
      resourceId: parseResourceId(randomUUID()),
      graph: undefined,
      form: parameters.format,
      unknown: parameters.unknown,
      missing: 'keep',
      leavesHidden: parameters.hidden,
      method: 'post',
      preconditions: { match: undefined, mustBeNew: false, mustMatch: false },
      isDryRun: parameters.dry_run,
      idempotencyKey: idempotencyKey(header),
      ...answerForm(parameters.profile, header('accept')),
    }),
});
