import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { pageResponse, cutPage } from '../../lib/http/responses/page-response.ts';
import { cursorParameter } from '../../lib/http/parameters/cursor.ts';
import { indentParameter, limitParameter } from '../../lib/http/parameters/types/numbers.ts';
import {
  formatParameter,
  languageParameter,
  oneOf,
} from '../../lib/http/parameters/types/texts.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { notVisibleError, thesaurusNotFoundMessage } from '../../lib/http/errors/not-visible.ts';
import { listThesauri, thesaurusTypes } from '../../lib/queries/concepts/list-thesauri.ts';
import { thesaurusListResponse } from '../../lib/pages/concepts/thesaurus-list-response.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { toConceptEntry } from '../../lib/serializers/concepts/concept-entry.ts';
import { labelLanguages } from '../../lib/model/concepts/label-languages.ts';

const defaultLimit = 100;

/** GET /rdm/concepts: the entry points to the thesaurus. */
export const handler = createDataHandler(
  {
    id: 'list-concepts',
    method: 'GET',
    path: '/rdm/concepts',
    summary: 'The concept schemes and collections of the thesaurus',
    access: 'secured',
    capability: 'read',
    formats: ['json', 'html'],
    ignoresUnknownAccept: true,
    parameters: z.object({
      nodetype: oneOf(thesaurusTypes).describe('Only this type: ConceptScheme or Collection.'),
      lang: languageParameter.describe('The language whose labels order the list.'),
      limit: limitParameter(1000).describe('Items per page, 1 to 1000; default 100.'),
      cursor: cursorParameter.describe(descriptions.cursorInLink),
      indent: indentParameter,
      format: formatParameter('The serialisation: json, or html for people.'),
    }),
    tooLargeHint: descriptions.requestFewerItems,
    responses: {
      200: {
        description: 'One page of schemes and collections, by label.',
        body: 'conceptList',
        headers: ['Link'],
      },
      304: descriptions.notModified,
      404: descriptions.thesaurusNotFound,
    },
    handle: async function handleListConcepts(request, { read, settings }) {
      const { parameters, caller, format } = request;
      const { cursor: after = '', indent, ...sentParameters } = parameters;
      const { baseUrl, language: defaultLanguage } = settings;
      const readerLanguages = format === 'html' ? request.languages : [];
      const languages = labelLanguages([sentParameters.lang, ...readerLanguages], defaultLanguage);
      const pageLimit = sentParameters.limit ?? defaultLimit;
      const query = listThesauri(
        caller,
        sentParameters.nodetype,
        languages,
        after,
        pageLimit,
        format === 'html',
      );
      const { mayReadThesaurus, thesauri, pageReader } = await read(query);
      if (!mayReadThesaurus) throw notVisibleError(caller, false, thesaurusNotFoundMessage);
      const page = cutPage(thesauri, pageLimit);
      if (format === 'html')
        return thesaurusListResponse(
          {
            ...page,
            filter: sentParameters,
            languages,
            isFirstPage: after === '',
          },
          request,
          pageReader,
          settings,
        );
      const { items, lastSortKey } = page;
      const document = items.map((thesaurus) => ({
        ...toConceptEntry(thesaurus, { baseUrl, ...languages }),
        conceptcount: thesaurus.conceptCount,
      }));
      return pageResponse(document, lastSortKey, {
        uri: `${baseUrl}/rdm/concepts`,
        query: sentParameters,
        indent,
      });
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
