import * as z from 'zod';

import { callerOf } from '../../lib/model/accounts/caller.ts';
import { run } from '../../lib/data-api/query.ts';
import { json } from '../../lib/http/answers/answer.ts';
import {
  indent,
  language,
  trueOrFalse,
  wholeNumber,
} from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { NotFound } from '../../lib/errors.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { nilUuid, parseConceptId, isUuid } from '../../lib/model/ids.ts';
import { findConcept } from '../../lib/queries/concepts/concepts.ts';
import {
  conceptDocument,
  ConceptTooLarge,
  mostConcepts,
} from '../../lib/serializers/concepts/concept.ts';

const operation = {
  id: 'get-concept',
  method: 'GET',
  path: '/rdm/concepts/{concept_instance_id}',
  summary: 'One concept of the thesaurus with its sub, parent and related concepts',
  access: 'secured',
  capability: 'read',
  formats: ['json'],
  parameters: {
    format: 'The serialisation: json.',
    includesubconcepts: 'false leaves out sub concepts.',
    includeparentconcepts: 'false leaves out parent concepts.',
    includerelatedconcepts: 'false leaves out related concepts.',
    depthlimit: 'How many layers of sub concepts; all of them by default.',
    lang: 'The language whose labels order the concepts.',
    indent: 'Spaces of indentation, 0 to 10.',
  },
  responses: {
    200: 'The concept.',
    404: 'There is none with this id that the caller may see.',
    406: 'The format is not one of this operation.',
    413: 'There are too many concepts around it for one answer.',
  },
} as const satisfies Operation;

const unknown = 'There is no concept with this id that you may see.';

/**
 * GET /rdm/concepts/{concept_instance_id} (specification): one concept of the thesaurus.
 * The thesaurus is visible as a whole or not at all. To whom it is not, every id answers alike, known or unknown: 401
 * without a token, 404 with one (not visible and unknown look the same, and 403 is for what the caller may see).
 */
export const handler = endpoint({
  operation,
  parameters: z.object({
    includesubconcepts: trueOrFalse(true),
    includeparentconcepts: trueOrFalse(true),
    includerelatedconcepts: trueOrFalse(true),
    depthlimit: wholeNumber(0).optional(),
    lang: language,
    indent,
  }),
  handle: async ({ parameters, path, principal }, { data, settings }) => {
    const id = path.concept_instance_id;
    // What cannot be an id is asked for like one that nothing has: it is unknown to whoever may ask, and to nobody else.
    const conceptId = parseConceptId(isUuid(id) ? id : nilUuid);
    const wanted = {
      includeSubConcepts: parameters.includesubconcepts,
      includeParentConcepts: parameters.includeparentconcepts,
      includeRelatedConcepts: parameters.includerelatedconcepts,
      depthLimit: parameters.depthlimit,
    };
    const query = findConcept(callerOf(principal), conceptId, wanted, mostConcepts);
    const found = await run(data.read, query);
    if (!found.mayRead && principal.kind === 'anonymous') throw new AuthenticationRequired();
    if (found.isTooLarge) throw new ConceptTooLarge();
    const document = conceptDocument(found.concepts, conceptId, {
      ...wanted,
      baseUrl: settings.baseUrl,
      language: parameters.lang ?? settings.language,
      defaultLanguage: settings.language,
    });
    if (document === undefined) throw new NotFound(unknown);
    return json(document);
  },
});
