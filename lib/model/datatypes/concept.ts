import { isUuid } from '../ids.ts';
import { pickText } from '../text.ts';
import type { Datatype, DisplayContext } from './datatype.ts';
import { asList, joined } from './values.ts';

function label(valueId: unknown, { labels, languages }: DisplayContext): string | null {
  if (typeof valueId !== 'string') return null;
  const found = labels.conceptValue(valueId);
  if (found === undefined) return null;
  return pickText(found.labels, languages) ?? found.text;
}

const references: Datatype['references'] = (value) => ({
  conceptValues: asList(value).filter(isUuid),
  resources: [],
});

/** A concept, by the id of one of its values; shown by its preferred label in the reader's language. */
export const concept: Datatype = {
  name: 'concept',
  display: (value, _node, context) => label(value, context),
  references,
};

/** A list of concepts. */
export const conceptList: Datatype = {
  name: 'concept-list',
  display: (value, _node, context) => joined(asList(value).map((item) => label(item, context))),
  references,
};
