import { pickText } from '../text.ts';
import type { Datatype } from './datatype.ts';
import { isObject, plainDisplay } from './values.ts';

/** Text: plain in older models, `{"en": {"value": "…", "direction": "ltr"}}` in newer ones. */
export const string: Datatype = {
  name: 'string',
  display: (value, _node, { languages }) => {
    if (!isObject(value)) return plainDisplay(value);
    const texts = Object.entries(value).map(([language, member]) => [language, textOf(member)]);
    return pickText(Object.fromEntries(texts), languages);
  },
};

function textOf(member: unknown): string | null {
  if (isObject(member)) return typeof member['value'] === 'string' ? member['value'] : null;
  return typeof member === 'string' ? member : null;
}
