import { asList } from '../../model/datatypes/values/json-values.ts';
import { isLosslessNumber, type LosslessNumber } from '../../json/lossless-json.ts';
import { languageLiteral, literal, type Iri } from '../../rdf/terms.ts';
import { rdf, xsd } from '../../rdf/vocabulary.ts';
import type { IncomingLiteral } from '../incoming-value.ts';
import type { ExpandedObject } from './expanded-object.ts';
import { readType, reportUnknownTerm } from './iris.ts';
import { directionMessage } from './keywords.ts';
import type { ProblemLocation } from './problem-collector.ts';

/** A JSON value other than null, a list or an object. */
export type Scalar = string | number | boolean | LosslessNumber;

export function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value) || isLosslessNumber(value);
}

function toLexicalForm(value: Scalar): string {
  return typeof value === 'object' ? value.rawJSON : String(value);
}

/** Returns the datatype of a JSON value (JSON-LD 1.1 API, section 8.2.2). A number keeps its digits, unlike in the specification. */
function datatypeOfScalar(value: Scalar, lexical: string): Iri | undefined {
  if (typeof value === 'string') return undefined;
  if (typeof value === 'boolean') return xsd.boolean;
  return /^-?\d+$/.test(lexical) ? xsd.integer : xsd.double;
}

/** Converts a scalar into a literal. Its datatype is the given one, otherwise that of the JSON value. */
export function readScalar(value: Scalar, pointer: string, datatype?: Iri): IncomingLiteral {
  const lexical = toLexicalForm(value);
  const type = datatype ?? datatypeOfScalar(value, lexical);
  return { ...literal(lexical, type === xsd.string ? undefined : type), pointer };
}

/** Reads a text in a language. An invalid language tag is a problem. */
export function readLanguageText(
  text: string,
  tag: string,
  { pointer, problems }: ProblemLocation,
): IncomingLiteral {
  const languageText = languageLiteral(text, tag);
  if (languageText.language === undefined) {
    problems.add(
      'invalid_language',
      pointer,
      `${JSON.stringify(tag)} is not a language tag (BCP 47): write one such as en or de-CH, or leave it out.`,
    );
  }
  return { ...languageText, pointer };
}

/** Converts any value into a literal with its JSON string. */
export function toJsonLiteral(value: unknown, pointer: string): IncomingLiteral {
  return { ...literal(JSON.stringify(value), rdf.json), pointer };
}

type ValueEntry = { readonly value: unknown; readonly pointer: string };

const valueKeywords = new Set(['@value', '@type', '@language', '@direction', '@index']);

const directions: ReadonlySet<unknown> = new Set(['ltr', 'rtl', null]);

/**
 * Reads an object with `@value` (JSON-LD 1.1, section 9.5). Its index is ignored.
 * @returns undefined if the value is null or invalid; an invalid value is reported
 */
export function readValueObject(expanded: ExpandedObject): IncomingLiteral | undefined {
  const { pointer } = expanded.position;
  const { problems } = expanded.expander;
  const entries = readValueEntries(expanded);
  const value = entries.get('@value')?.value;
  const type = getNonNullEntry(entries, '@type');
  const language = getNonNullEntry(entries, '@language');
  const direction = entries.get('@direction');
  if (direction !== undefined && !directions.has(direction.value))
    refuseEntry(expanded, direction, 'A @direction must be ltr or rtl.');
  else if (direction !== undefined && direction.value !== null)
    problems.add('unsupported_keyword', direction.pointer, directionMessage);
  if (type !== undefined && isJsonType(expanded, type.value)) return toJsonLiteral(value, pointer);
  if (value === null) return undefined;
  if (!isScalar(value)) {
    const message =
      'A @value must be a text, a number, true, false or null, unless @type is @json.';
    return refuseEntry(expanded, entries.get('@value'), message);
  }
  if (language === undefined) {
    const datatype = type === undefined ? undefined : readDatatype(expanded, type);
    return readScalar(value, pointer, datatype);
  }
  if (typeof language.value !== 'string' || typeof value !== 'string' || type !== undefined) {
    const message =
      'Only a text can have a @language. The @language must be a language tag, without a @type beside it.';
    return refuseEntry(expanded, language, message);
  }
  return readLanguageText(value, language.value, { pointer, problems });
}

function readValueEntries(expanded: ExpandedObject): ReadonlyMap<string, ValueEntry> {
  const { problems } = expanded.expander;
  const entries = new Map<string, ValueEntry>();
  for (const [key, value] of expanded.entries) {
    const pointer = expanded.position.pointer + key.step;
    if (key.kind === 'keyword' && valueKeywords.has(key.keyword) && !entries.has(key.keyword)) {
      entries.set(key.keyword, { value, pointer });
    } else if (key.kind === 'unknown') {
      reportUnknownTerm(expanded.active, key.text, { pointer, problems });
    } else if (key.kind !== 'ignored') {
      const message =
        'An object with @value can only have one @type or @language, a @direction and an @index beside it: remove this.';
      problems.add('invalid_value', pointer, message);
    }
  }
  return entries;
}

function getNonNullEntry(
  entries: ReadonlyMap<string, ValueEntry>,
  keyword: string,
): ValueEntry | undefined {
  const entry = entries.get(keyword);
  return entry?.value === null ? undefined : entry;
}

function isJsonType({ activeForTypes }: ExpandedObject, type: unknown): boolean {
  const [first, another] = asList(type);
  if (typeof first !== 'string' || another !== undefined) return false;
  return first === '@json' || activeForTypes.terms.get(first)?.iri === '@json';
}

function readDatatype(expanded: ExpandedObject, type: ValueEntry): string | undefined {
  const [first, another] = asList(type.value);
  if (typeof first === 'string' && another === undefined) {
    const { problems } = expanded.expander;
    return readType(expanded.activeForTypes, first, { pointer: type.pointer, problems });
  }
  return refuseEntry(expanded, type, 'The @type of a @value must be one IRI.');
}

function refuseEntry(
  { expander }: ExpandedObject,
  entry: ValueEntry | undefined,
  message: string,
): undefined {
  if (entry !== undefined) expander.problems.add('invalid_value', entry.pointer, message);
}
