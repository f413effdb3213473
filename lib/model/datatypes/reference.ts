import { pickText } from '../text.ts';
import type { Datatype } from './datatype.ts';
import { asList, isObject, joined } from './values.ts';

/** Items of controlled lists: `[{uri, list_id, labels: [{value, language_id, valuetype_id}]}]`. */
export const reference: Datatype = {
  name: 'reference',
  display: (value, _node, { languages }) =>
    joined(
      asList(value).map((item) => {
        const labels = isObject(item) ? asList(item['labels']).filter(isObject) : [];
        const preferred = labels.filter((label) => label['valuetype_id'] === 'prefLabel');
        const texts = preferred.map((label) => [label['language_id'], label['value']]);
        const byLanguage: Record<string, string> = Object.fromEntries(
          texts.filter((pair): pair is [string, string] =>
            pair.every((member) => typeof member === 'string'),
          ),
        );
        return pickText(byLanguage, languages);
      }),
    ),
};
