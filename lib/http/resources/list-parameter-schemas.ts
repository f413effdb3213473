import * as descriptions from '../description/descriptions.ts';
import { sortNames } from '../../model/questions/sort.ts';
import { indentParameter, pageParameter, wholeNumber } from '../parameters/types/numbers.ts';
import { oneOf, textParameter, uuidParameter } from '../parameters/types/texts.ts';
import { resourceCursorParameter } from './resource-cursor.ts';

/** The parameters of a list of resource instances, apart from its format and its conditions. */
export const listParameters = {
  page: pageParameter.describe('The page of results, from 1.'),
  limit: wholeNumber(0, 1000)
    .optional()
    .describe(
      'Items per page, 1 to 1000; default 500 ids or 100 whole resource instances. 0 returns all whole resource instances of a model, in format service-json.',
    ),
  q: textParameter.describe(
    'Search: names that equal the text come first, then names that begin with it, names with a later word that begins with it, and similar names; after these, records with the words in a text that you may read. Conditions restrict what is found. Letter case, accents, apostrophes and other punctuation are ignored; a word with digits is never similar to another one. A search has 25 items per page, at most 100, and no page numbers.',
  ),
  cursor: resourceCursorParameter.describe(
    `${descriptions.cursorInLink} Unlike page, it is equally fast for all pages.`,
  ),
  sort: oneOf(sortNames).describe(
    'The order of a list: by name in your languages, creation, last change that you may know of, or id; with a minus sign in the opposite order. Without it, a list is in the order of ids, and a search has the best match first.',
  ),
  count: oneOf(['exact']).describe(
    'exact: the headers X-Total-Count and X-Total-Count-Relation tell how many resource instances all pages have, exactly to 10,000. It takes as long as a page, so send it with the first one only.',
  ),
  graph: textParameter.describe('Only resource instances of this model: its id or slug.'),
  graph_uuid: uuidParameter.describe(
    'The id of the model, for clients of Arches. It takes precedence over graph.',
  ),
  indent: indentParameter,
};

/** The response with a list, for the description of an operation. */
export const listedResponse = {
  description:
    'One page of ids, or of whole resource instances, or a table of everything; for people, a page.',
  body: {
    'application/json': 'resourceList',
    'application/ld+json': 'resourceContainer',
    'text/csv': 'text',
  },
  headers: ['Content-Disposition', 'Link', 'X-Ignored', 'X-Total-Count', 'X-Total-Count-Relation'],
} as const;
