import type { Datatype } from './datatype.ts';
import { textLinked } from './parts/json-literal.ts';
import { textValue } from './parts/value-text.ts';
import { plainDisplay } from './parts/values.ts';

/** Text that is the same in every language, such as an inventory number. */
export const nonLocalizedString: Datatype = {
  name: 'non-localized-string',
  holds: 'text',
  widget: '46ef064b-2611-4708-9f52-60136bd8a65b',
  display: plainDisplay,
  validate: (value) =>
    value === null || typeof value === 'string'
      ? []
      : [{ code: 'not_a_text', pointer: '', message: 'Write the text as a JSON string.' }],
  normalise: (value) => (value === '' ? null : value),
  valueText: textValue,
  linked: textLinked,
};
