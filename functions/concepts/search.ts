import * as z from 'zod';

import { InvalidInput, type InputError } from '../../lib/errors.ts';
import { pageResponse, cutPage } from '../../lib/http/responses/page-response.ts';
import { cursor } from '../../lib/http/parameters/cursor.ts';
import {
  indent,
  language,
  limit,
  text,
  uuidParameter,
} from '../../lib/http/parameters/parameter-types.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { searchConcepts } from '../../lib/queries/concepts/search-concepts.ts';
import { toMatchEntry } from '../../lib/serializers/concepts/concept-entry.ts';

const perPage = 25;

const noWords: InputError = {
  in: 'parameters',
  pointer: '/q',
  code: 'missing',
  detail: 'q: what to look for is needed.',
};

/** GET /rdm/concepts/search: concepts by their labels, of every type and in every language. */
export const handler = createDataHandler({
  id: 'search-concepts',
  method: 'GET',
  path: '/rdm/concepts/search',
  summary: 'Concepts by what people type of their labels',
  access: 'secured',
  capability: 'statements',
  parameters: z.object({
    q: text
      .meta({ minLength: 1 })
      .describe('What is looked for. Letter case, accents and punctuation do not count.'),
    lang: language.describe('The language whose labels come first.'),
    scheme: uuidParameter.describe('Id of the only concept scheme wanted.'),
    collection: uuidParameter.describe(
      'Id of the only collection wanted, members of members included.',
    ),
    limit: limit(100).describe('How many a page has, 1 to 100; 25 when left out.'),
    cursor: cursor.describe('Continues after a page: the value is in its Link header.'),
    indent,
  }),
  requiredParameters: ['q'],
  tooLargeAdvice: 'Ask for fewer at a time with limit.',
  responses: {
    200: {
      description: 'One page of concepts, the best match first.',
      body: 'foundConcepts',
      headers: ['Link'],
    },
    304: 'It is what the caller has already.',
    400: 'A parameter breaks its rule, or q is missing.',
    404: 'The caller may not read the thesaurus.',
  },
  handle: async ({ parameters, caller }, { read, settings }) => {
    const { cursor: after = '', indent: spaces, ...filter } = parameters;
    const { q, lang, scheme, collection } = filter;
    if (q === undefined || q.trim() === '') throw new InvalidInput([noWords]);
    const { baseUrl, language: defaultLanguage } = settings;
    const languages = { language: lang ?? defaultLanguage, defaultLanguage };
    const most = filter.limit ?? perPage;
    const query = searchConcepts(caller, {
      ...languages,
      words: q,
      scheme,
      collection,
      after,
      limit: most,
    });
    const result = await read(query);
    if (!result.mayRead)
      throw notVisibleError(caller, false, 'There is no thesaurus that you may see.');
    const wrong = [
      ...(result.isScheme ? [] : [unknown('scheme', 'a concept scheme')]),
      ...(result.isCollection ? [] : [unknown('collection', 'a collection')]),
    ];
    if (wrong.length > 0) throw new InvalidInput(wrong);
    const { items, lastSortKey: last } = cutPage(result.concepts, most);
    const document = items.map((one) => toMatchEntry(one, { baseUrl, ...languages }));
    return pageResponse(document, last, {
      uri: `${baseUrl}/rdm/concepts/search`,
      query: filter,
      indent: spaces,
    });
  },
});

function unknown(name: string, kind: string): InputError {
  const detail = `${name}: this is not the id of ${kind}.`;
  return { in: 'parameters', pointer: `/${name}`, code: 'invalid', detail };
}
