import { xsd } from '../../rdf/vocabulary.ts';
import { pickText } from '../pick-language.ts';
import type { Datatype, LinkedCodec } from './datatype.ts';
import { jsonLinkedCodec, readLiteral, readSingleLiteral } from './codecs/literals.ts';
import { isLocalizedText, formatAsText } from './values/json-values.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';

const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'yes', 't', 'true', 'on', '1'].map((word) => [word, true] as const),
  ...['n', 'no', 'f', 'false', 'off', '0'].map((word) => [word, false] as const),
]);

/** Parses a boolean or a word for it; undefined if it is neither. */
function parseBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'number' ? String(value) : value;
  return typeof word === 'string' ? booleanWords.get(word.trim().toLowerCase()) : undefined;
}

const display: Datatype['display'] = (value, node, { languages }) => {
  if (typeof value !== 'boolean') return formatAsText(value);
  const label = value ? node.config['trueLabel'] : node.config['falseLabel'];
  const text = isLocalizedText(label) ? pickText(label, languages) : null;
  if (text !== null && text !== '') return text;
  return value ? 'True' : 'False';
};

const linkedCodec: LinkedCodec = {
  ...jsonLinkedCodec,
  read: (values) =>
    readSingleLiteral(values, (literalTerm) => {
      const value = readLiteral(literalTerm);
      return {
        kind: 'value',
        // "1" and "0" are also valid lexical forms (XML Schema 1.1 part 2, section 3.3.2.2).
        value: literalTerm.datatype === xsd.boolean ? (parseBoolean(value) ?? value) : value,
      };
    }),
};

/** True or false, displayed with the labels of the node if it has them. */
export const booleanDatatype: Datatype = {
  name: 'boolean',
  searchedBy: 'truth',
  tileType: 'boolean',
  widget: '10000000-0000-0000-0000-000000000006',
  display,
  validate: (value) =>
    value === null || value === '' || parseBoolean(value) !== undefined
      ? []
      : [{ code: 'not_a_boolean', pointer: '', message: 'Write true or false.' }],
  normalise: (value) => (value === '' ? null : (parseBoolean(value) ?? value)),
  textCodec: jsonTextCodec,
  linkedCodec,
};
