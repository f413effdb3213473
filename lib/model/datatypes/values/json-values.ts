import { isLosslessNumber, parseLossless } from '../../../json/lossless-json.ts';
import { NestedTooDeepError } from '../../../json/nesting.ts';
import { readJson } from '../../../json/read-json.ts';
import { RepeatedMembersError } from '../../../json/repeated-members.ts';
import type { LocalizedText } from '../../pick-language.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither null, nor a list, nor a lossless number. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

/** Converts null to an empty list, and any other single value to a list of one. */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** Displays a text unchanged, and any other value as JSON. */
export function formatAsText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Joins the texts that are not empty; null if there are none. */
export function joinNonEmpty(texts: readonly (string | null)[], separator = ', '): string | null {
  const nonEmptyTexts = texts.filter((text) => text !== null && text !== '');
  return nonEmptyTexts.length === 0 ? null : nonEmptyTexts.join(separator);
}

/** Whether a value is a text, plain or by language. */
export function isLocalizedText(value: unknown): value is LocalizedText {
  return (
    typeof value === 'string' ||
    (isObject(value) &&
      Object.values(value).every((member) => typeof member === 'string' || member === null))
  );
}

/** Restricts SQL/JSON paths to texts that are not empty. */
export function restrictToNonEmptyStrings(...paths: readonly string[]): readonly string[] {
  return paths.map((path) => `${path} ? (@.type() == "string" && @ != "")`);
}

type ParsedJson = { readonly value: unknown };

/**
 * Reads a text of a document or request as JSON without loss of digits.
 * @returns undefined if the text is not JSON
 * @throws NestedTooDeepError, RepeatedMembersError
 */
export function parseJsonOrUndefined(text: string): ParsedJson | undefined {
  return parseOrUndefined(text, readJson);
}

/**
 * Reads a text as JSON that may be stored: a repeated member is no error.
 * @returns undefined if the text is not JSON
 * @throws NestedTooDeepError
 */
export function parseStoredJsonOrUndefined(text: string): ParsedJson | undefined {
  return parseOrUndefined(text, parseLossless);
}

function parseOrUndefined(text: string, parse: (text: string) => unknown): ParsedJson | undefined {
  try {
    return { value: parse(text) };
  } catch (error) {
    if (error instanceof NestedTooDeepError || error instanceof RepeatedMembersError) throw error;
    return undefined;
  }
}
