import { isLosslessNumber } from '../../../json/lossless-json.ts';
import type { LocalizedText } from '../../pick-language.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: not null, not a list, not a number kept as text. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

/** A list as it is, nothing as an empty list, any other value as a list of one. */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** The text of a value for a reader who can be shown nothing better: text as it is, all else as JSON. */
export function displayPlain(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Joins the texts of a list for a reader; null where there is none. */
export function joinNonEmpty(texts: readonly (string | null)[], separator = ', '): string | null {
  const present = texts.filter((text) => text !== null && text !== '');
  return present.length === 0 ? null : present.join(separator);
}

/** Whether a value of a node's configuration is a text, plain or by language. */
export function isLocalizedText(value: unknown): value is LocalizedText {
  return (
    typeof value === 'string' ||
    (isObject(value) &&
      Object.values(value).every((member) => typeof member === 'string' || member === null))
  );
}

/**
 * Paths to the texts that are there at some places of a value: neither empty texts nor anything else.
 * @param paths SQL/JSON
 */
export function textPaths(...paths: readonly string[]): readonly string[] {
  return paths.map((path) => `${path} ? (@.type() == "string" && @ != "")`);
}
