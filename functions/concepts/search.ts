import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { InvalidInput, type InputError } from '../../lib/errors.ts';
import { pageResponse, cutPage } from '../../lib/http/responses/page-response.ts';
import { cursorParameter } from '../../lib/http/parameters/cursor.ts';
import { indentParameter, limitParameter } from '../../lib/http/parameters/types/numbers.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { conceptSearchResponse } from '../../lib/pages/concepts/concept-search-response.ts';
import { redirectToPage } from '../../lib/pages/html-page.ts';
import { pagePaths } from '../../lib/pages/layout/paths.ts';
import {
  formatParameter,
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
export const handler = createDataHandler(
  {
    id: 'search-concepts',
    method: 'GET',
    path: '/rdm/concepts/search',
    summary: 'Concepts whose labels match a search text',
    access: 'secured',
    capability: 'read',
    formats: ['json', 'html'],
    ignoresUnknownAccept: true,
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
      format: formatParameter('The serialisation: json, or html for people.'),
    }),
    requiredParameters: ['q'],
    tooLargeHint: descriptions.requestFewerItems,
    responses: {
      303: 'A page without a search text leads to the page of the thesaurus.',
      200: {
        description: 'One page of concepts, the best match first.',
        body: 'conceptMatches',
        headers: ['Link'],
      },
      304: descriptions.notModified,
      400: 'A parameter is invalid, or q is missing.',
      404: descriptions.thesaurusNotFound,
    },
    handle: async function handleSearchConcepts(request, { read, settings }) {
      const { parameters, caller } = request;
      const { cursor: after = '', indent, format: _format, ...sentParameters } = parameters;
      const { q, lang, scheme, collection } = sentParameters;
      const isForPage = request.format === 'html';
      if (q === undefined || q.trim() === '') {
        if (isForPage) return redirectToPage(pagePaths(settings.baseUrl).concepts);
        throw new InvalidInput([missingTextError]);
      }
      const { baseUrl, language: defaultLanguage } = settings;
      const readerLanguages = isForPage ? request.languages : [];
      const languages = labelLanguages([lang, ...readerLanguages], defaultLanguage);
      const pageLimit = sentParameters.limit ?? defaultLimit;
      const search = { ...languages, text: q, scheme, collection, after, limit: pageLimit };
      const query = searchConcepts(caller, search, isForPage);
      const result = await read(query);
      if (!result.mayReadThesaurus) throw notVisibleError(caller, false, thesaurusNotFoundMessage);
      const errors = [
        ...(result.isSchemeValid ? [] : [wrongKindError('scheme', 'a concept scheme')]),
        ...(result.isCollectionValid ? [] : [wrongKindError('collection', 'a collection')]),
      ];
      if (errors.length > 0) throw new InvalidInput(errors);
      const page = cutPage(result.concepts, pageLimit);
      if (isForPage)
        return conceptSearchResponse(
          { ...page, filter: sentParameters, words: q, languages, isFirstPage: after === '' },
          request,
          result.pageReader,
          settings,
        );
      const { items, lastSortKey } = page;
      const document = items.map((concept) => toMatchEntry(concept, { baseUrl, ...languages }));
      return pageResponse(document, lastSortKey, {
        uri: `${baseUrl}/rdm/concepts/search`,
        query: sentParameters,
        indent,
      });
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);

function wrongKindError(name: string, kind: string): InputError {
  const detail = `${name}: must be the id of ${kind}.`;
  return { in: 'parameters', pointer: `/${name}`, code: 'invalid', detail };
}
