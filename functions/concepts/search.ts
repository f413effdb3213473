import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { InvalidInput, type InputError } from '../../lib/errors.ts';
import { pageResponse, cutPage } from '../../lib/http/responses/page-response.ts';
import { cursorParameter } from '../../lib/http/parameters/cursor.ts';
import { indentParameter, limitParameter } from '../../lib/http/parameters/types/numbers.ts';
import {
  languageParameter,
  textParameter,
  uuidParameter,
} from '../../lib/http/parameters/types/texts.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { notVisibleError, thesaurusNotFoundMessage } from '../../lib/http/errors/not-visible.ts';
import { searchConcepts } from '../../lib/queries/concepts/search-concepts.ts';
import { toMatchEntry } from '../../lib/serializers/concepts/concept-entry.ts';
import { labelLanguages } from '../../lib/model/concepts/label-languages.ts';

const defaultLimit = 25;

const missingTextError: InputError = {
  in: 'parameters',
  pointer: '/q',
  code: 'missing',
  detail: 'q: a search text is required.',
};

/** GET /rdm/concepts/search: concepts with a label, of any type and in any language, that matches the search text. */
export const handler = createDataHandler({
  id: 'search-concepts',
  method: 'GET',
  path: '/rdm/concepts/search',
  summary: 'Concepts whose labels match a search text',
  access: 'secured',
  capability: 'read',
  parameters: z.object({
    q: textParameter
      .meta({ minLength: 1 })
      .describe('The search text. Letter case, accents and punctuation are ignored.'),
    lang: languageParameter.describe('The preferred language of labels.'),
    scheme: uuidParameter.describe('The id of a concept scheme: only its concepts are returned.'),
    collection: uuidParameter.describe(
      'The id of a collection: only its members, at any depth, are returned.',
    ),
    limit: limitParameter(100).describe('Items per page, 1 to 100; default 25.'),
    cursor: cursorParameter.describe(descriptions.cursorInLink),
    indent: indentParameter,
  }),
  requiredParameters: ['q'],
  tooLargeHint: descriptions.requestFewerItems,
  responses: {
    200: {
      description: 'One page of concepts, the best match first.',
      body: 'conceptMatches',
      headers: ['Link'],
    },
    304: descriptions.notModified,
    400: 'A parameter is invalid, or q is missing.',
    404: descriptions.thesaurusNotFound,
  },
  handle: async function handleSearchConcepts({ parameters, caller }, { read, settings }) {
    const { cursor: after = '', indent, ...sentParameters } = parameters;
    const { q, lang, scheme, collection } = sentParameters;
    if (q === undefined || q.trim() === '') throw new InvalidInput([missingTextError]);
    const { baseUrl, language: defaultLanguage } = settings;
    const languages = labelLanguages([lang], defaultLanguage);
    const pageLimit = sentParameters.limit ?? defaultLimit;
    const query = searchConcepts(caller, {
      ...languages,
      text: q,
      scheme,
      collection,
      after,
      limit: pageLimit,
    });
    const result = await read(query);
    if (!result.mayReadThesaurus) throw notVisibleError(caller, false, thesaurusNotFoundMessage);
    const errors = [
      ...(result.isSchemeValid ? [] : [wrongKindError('scheme', 'a concept scheme')]),
      ...(result.isCollectionValid ? [] : [wrongKindError('collection', 'a collection')]),
    ];
    if (errors.length > 0) throw new InvalidInput(errors);
    const { items, lastSortKey } = cutPage(result.concepts, pageLimit);
    const document = items.map((concept) => toMatchEntry(concept, { baseUrl, ...languages }));
    return pageResponse(document, lastSortKey, {
      uri: `${baseUrl}/rdm/concepts/search`,
      query: sentParameters,
      indent,
    });
  },
});

function wrongKindError(name: string, kind: string): InputError {
  const detail = `${name}: must be the id of ${kind}.`;
  return { in: 'parameters', pointer: `/${name}`, code: 'invalid', detail };
}
