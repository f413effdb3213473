import { asList } from '../../model/datatypes/parts/values.ts';
import type { IncomingLiteral } from '../incoming.ts';
import { readType, unknownTerm } from './iris.ts';
import { isScalar, jsonLiteral, scalarLiteral, textInLanguage } from './literals.ts';
import type { OpenedObject } from './opened-object.ts';
import type { Reader } from './reader.ts';

type Part = { readonly value: unknown; readonly pointer: string };

const keywords: ReadonlySet<string> = new Set([
  '@value',
  '@type',
  '@language',
  '@direction',
  '@index',
]);

/**
 * Reads an object with `@value` (JSON-LD 1.1, section 9.5). Its direction says how a text is to be shown, which a literal does
 * not hold; its index is for whoever reads the document.
 * @returns undefined where the value is null, or a problem
 */
export function readValueObject(reader: Reader, opened: OpenedObject): IncomingLiteral | undefined {
  const { pointer } = opened.place;
  const parts = partsOf(reader, opened);
  const value = parts.get('@value')?.value;
  const type = partThatSays(parts, '@type');
  const language = partThatSays(parts, '@language');
  checkDirection(reader, parts.get('@direction'));
  if (type !== undefined && isJson(opened, type.value)) return jsonLiteral(value, pointer);
  if (value === null) return undefined;
  if (!isScalar(value)) {
    const message = 'A @value is a text, a number, true, false or null, unless @type is @json.';
    return refused(reader, parts.get('@value'), message);
  }
  if (language === undefined) {
    const datatype = type === undefined ? undefined : datatypeOf(reader, opened, type);
    return scalarLiteral(value, pointer, datatype);
  }
  if (typeof language.value !== 'string' || typeof value !== 'string' || type !== undefined) {
    const message =
      'Only a text has a @language, which is a language tag, and then it has no @type.';
    return refused(reader, language, message);
  }
  return textInLanguage(value, language.value, { pointer, problems: reader.problems });
}

function partsOf(reader: Reader, opened: OpenedObject): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const [key, value] of opened.entries) {
    const pointer = opened.place.pointer + key.step;
    if (key.kind === 'keyword' && keywords.has(key.keyword) && !parts.has(key.keyword)) {
      parts.set(key.keyword, { value, pointer });
    } else if (key.kind === 'unknown') {
      if (!opened.active.isIncomplete) {
        reader.problems.add('unknown_term', pointer, unknownTerm(key.text));
      }
    } else if (key.kind !== 'ignored') {
      const message = 'Beside a @value there can be one @type or @language, and nothing else.';
      reader.problems.add('invalid_value', pointer, message);
    }
  }
  return parts;
}

function partThatSays(parts: ReadonlyMap<string, Part>, keyword: string): Part | undefined {
  const part = parts.get(keyword);
  return part?.value === null ? undefined : part;
}

function isJson({ activeForTypes }: OpenedObject, type: unknown): boolean {
  const [only, another] = asList(type);
  if (typeof only !== 'string' || another !== undefined) return false;
  return only === '@json' || activeForTypes.terms.get(only)?.iri === '@json';
}

function datatypeOf(reader: Reader, opened: OpenedObject, type: Part): string | undefined {
  const [only, another] = asList(type.value);
  if (typeof only === 'string' && another === undefined) {
    const { problems } = reader;
    return readType(opened.activeForTypes, only, { pointer: type.pointer, problems });
  }
  return refused(reader, type, 'The @type of a @value is one IRI.');
}

function checkDirection(reader: Reader, direction: Part | undefined): void {
  if (direction === undefined || ['ltr', 'rtl', null].some((each) => each === direction.value)) {
    return;
  }
  refused(reader, direction, 'A @direction is ltr or rtl.');
}

function refused(reader: Reader, part: Part | undefined, message: string): undefined {
  if (part !== undefined) reader.problems.add('invalid_value', part.pointer, message);
}
