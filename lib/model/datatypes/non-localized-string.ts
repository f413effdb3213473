import type { Datatype } from './datatype.ts';
import { textLinkedCodec } from './codecs/literals.ts';
import { plainTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';

/** A text without a language, such as an inventory number. */
export const nonLocalizedStringDatatype: Datatype = {
  name: 'non-localized-string',
  searchedBy: 'words',
  holds: 'text',
  widget: '46ef064b-2611-4708-9f52-60136bd8a65b',
  display: formatAsText,
  validate: (value) =>
    value === null || typeof value === 'string'
      ? []
      : [{ code: 'not_a_text', pointer: '', message: 'Write the text as a JSON string.' }],
  normalise: (value) => (value === '' ? null : value),
  textCodec: plainTextCodec,
  linkedCodec: textLinkedCodec,
};
