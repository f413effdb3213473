import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { pageResponse, cutPage } from '../../lib/http/responses/page-response.ts';
import { cursorParameter } from '../../lib/http/parameters/cursor.ts';
import {
  indentParameter,
  limitParameter,
  wholeNumber,
} from '../../lib/http/parameters/types/numbers.ts';
import { languageParameter } from '../../lib/http/parameters/types/texts.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid, notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { parseConceptId } from '../../lib/model/ids.ts';
import { findCollectionPage } from '../../lib/queries/concepts/collection-members.ts';
import { toConceptEntry } from '../../lib/serializers/concepts/concept-entry.ts';
import { labelLanguages } from '../../lib/model/concepts/label-languages.ts';

const defaultLimit = 500;

/** GET /rdm/collections/{collection_id}: the choices for a field of a form. */
export const handler = createDataHandler({
  id: 'get-collection',
  method: 'GET',
  path: '/rdm/collections/{collection_id}',
  summary: 'One collection of the thesaurus with its members, as choices for a form',
  access: 'secured',
  capability: 'read',
  parameters: z.object({
    depthlimit: wholeNumber(0, 100)
      .optional()
      .describe('How many levels of members, 0 to 100; default all.'),
    lang: languageParameter.describe('The language of the labels by which members are sorted.'),
    limit: limitParameter(1000).describe('Members per page, 1 to 1000; default 500.'),
    cursor: cursorParameter.describe(descriptions.cursorInLink),
    indent: indentParameter,
  }),
  tooLargeHint: 'Request fewer members at a time with limit.',
  responses: {
    200: {
      description: 'The collection with one page of its members.',
      body: 'conceptCollection',
      headers: ['Link'],
    },
    304: descriptions.notModified,
    404: 'There is no collection with this id that the caller may see.',
  },
  handle: async function handleGetCollection({ parameters, path, caller }, { read, settings }) {
    const { cursor: after = '', indent, ...sentParameters } = parameters;
    const { baseUrl, language: defaultLanguage } = settings;
    const languages = labelLanguages([sentParameters.lang], defaultLanguage);
    const pageLimit = sentParameters.limit ?? defaultLimit;
    const id = parseConceptId(uuidOrNilUuid(path.collection_id));
    const query = findCollectionPage(caller, id, {
      ...languages,
      depthLimit: sentParameters.depthlimit,
      after,
      limit: pageLimit,
    });
    const { mayReadThesaurus, collection, members } = await read(query);
    if (collection === undefined)
      throw notVisibleError(
        caller,
        mayReadThesaurus,
        'There is no collection with this id that you may see.',
      );
    const options = { baseUrl, ...languages };
    const { items, lastSortKey } = cutPage(members, pageLimit);
    const document = {
      ...toConceptEntry(collection, options),
      members: items.map((member) => ({
        ...toConceptEntry(member, options),
        memberof: member.memberOf,
      })),
    };
    return pageResponse(document, lastSortKey, {
      uri: `${baseUrl}/rdm/collections/${id}`,
      query: sentParameters,
      indent,
    });
  },
});
