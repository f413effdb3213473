import { expandDocument } from '../../../../lib/json-ld/expand/expand-document.ts';
import type { IncomingNode, IncomingValue } from '../../../../lib/json-ld/incoming-value.ts';
import type { DocumentProblem } from '../../../../lib/model/change/document-problem.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { isNestedTooDeep } from '../../../../lib/json/structure.ts';

export const baseUrl = 'https://heritage.test';
export const options = { baseUrls: [baseUrl, 'https://www.heritage.test'] };

/** Parses a document as the service does, which may keep numbers as text. */
export function parseAsService(document: unknown): unknown {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  // A document that is too deep to be parsed is still passed to the expander, which must not fail.
  return isNestedTooDeep(text) ? JSON.parse(text) : parseLossless(text);
}

/**
 * The expanded node of a valid document.
 * @param document a value, or a JSON string if the digits of its numbers matter
 */
export function read(document: unknown): IncomingNode {
  const expanded = expandDocument(parseAsService(document), options);
  if (expanded.kind === 'node') return expanded.node;
  throw new Error(expanded.problems.map(({ pointer, message }) => pointer + message).join('\n'));
}

/** The values of the only property of the node of a document. */
export function onlyValues(document: unknown): readonly IncomingValue[] {
  const [property, ...others] = read(document).properties;
  if (property === undefined || others.length > 0)
    throw new Error('The document does not have exactly one property.');
  return property.values;
}

/** The problems of a document, as `code pointer`. */
export function problemsOf(document: unknown): readonly string[] {
  return detailedProblemsOf(document).map(({ code, pointer }) => `${code} ${pointer}`);
}

/** The problems of a document; empty if it is accepted. */
export function detailedProblemsOf(document: unknown): readonly DocumentProblem[] {
  const expanded = expandDocument(parseAsService(document), options);
  return expanded.kind === 'refused' ? expanded.problems : [];
}

/** The value at a JSON Pointer (RFC 6901). */
export function valueAt(document: unknown, pointer: string): unknown {
  let found = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const inside = typeof found === 'object' && found !== null ? found : {};
    const value = Object.getOwnPropertyDescriptor(inside, key);
    if (value === undefined) throw new Error(`There is no value at ${pointer}.`);
    found = value.value;
  }
  return found;
}
