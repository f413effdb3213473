import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { pageResponse, cutPage } from '../../lib/http/responses/page-response.ts';
import { cursorParameter } from '../../lib/http/parameters/cursor.ts';
import { indentParameter, limitParameter } from '../../lib/http/parameters/types/numbers.ts';
import { languageParameter, oneOf } from '../../lib/http/parameters/types/texts.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { notVisibleError, thesaurusNotFoundMessage } from '../../lib/http/errors/not-visible.ts';
import { listThesauri, thesaurusTypes } from '../../lib/queries/concepts/list-thesauri.ts';
import { toConceptEntry } from '../../lib/serializers/concepts/concept-entry.ts';

const defaultLimit = 100;

/** GET /rdm/concepts: the entry points to the thesaurus. */
export const handler = createDataHandler({
  id: 'list-concepts',
  method: 'GET',
  path: '/rdm/concepts',
  summary: 'The concept schemes and collections of the thesaurus',
  access: 'secured',
  capability: 'read',
  parameters: z.object({
    nodetype: oneOf(thesaurusTypes).describe('Only this type: ConceptScheme or Collection.'),
    lang: languageParameter.describe('The language whose labels order the list.'),
    limit: limitParameter(1000).describe('Items per page, 1 to 1000; default 100.'),
    cursor: cursorParameter.describe(descriptions.cursorInLink),
    indent: indentParameter,
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
  handle: async ({ parameters, caller }, { read, settings }) => {
    const { cursor: after = '', indent: spaces, ...filter } = parameters;
    const { baseUrl, language: defaultLanguage } = settings;
    const languages = { language: filter.lang ?? defaultLanguage, defaultLanguage };
    const pageLimit = filter.limit ?? defaultLimit;
    const query = listThesauri(caller, filter.nodetype, languages, after, pageLimit);
    const { mayRead, thesauri } = await read(query);
    if (!mayRead) throw notVisibleError(caller, false, thesaurusNotFoundMessage);
    const { items, lastSortKey } = cutPage(thesauri, pageLimit);
    const document = items.map((thesaurus) => ({
      ...toConceptEntry(thesaurus, { baseUrl, ...languages }),
      conceptcount: thesaurus.conceptCount,
    }));
    return pageResponse(document, lastSortKey, {
      uri: `${baseUrl}/rdm/concepts`,
      query: filter,
      indent: spaces,
    });
  },
});
