import { expandDocument } from '../../../../lib/json-ld/expand/expand-document.ts';
import type { IncomingNode, IncomingValue } from '../../../../lib/json-ld/incoming-value.ts';
import type { DocumentProblem } from '../../../../lib/model/change/document-problem.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { isNestedTooDeep } from '../../../../lib/json/nesting.ts';

export const baseUrl = 'https://heritage.test';
export const options = { baseUrls: [baseUrl, 'https://www.heritage.test'] };

/** A document as it comes in: its numbers may be kept as text. */
export function sent(document: unknown): unknown {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  // What is too deep to be read is given to the expander all the same: it has to bear it.
  return isNestedTooDeep(text) ? JSON.parse(text) : parseLossless(text);
}

/**
 * The node of a document that can be read.
 * @param document a value, or JSON text where the digits of its numbers matter
 */
export function read(document: unknown): IncomingNode {
  const expanded = expandDocument(sent(document), options);
  if (expanded.kind === 'node') return expanded.node;
  throw new Error(expanded.problems.map(({ pointer, message }) => pointer + message).join('\n'));
}

/** The values of the only property of the node of a document. */
export function onlyValues(document: unknown): readonly IncomingValue[] {
  const [property, ...others] = read(document).properties;
  if (property === undefined || others.length > 0) throw new Error('There is not one property.');
  return property.values;
}

/** The problems of a document, as `code pointer`. */
export function problemsOf(document: unknown): readonly string[] {
  return refusal(document).map(({ code, pointer }) => `${code} ${pointer}`);
}

export function refusal(document: unknown): readonly DocumentProblem[] {
  const expanded = expandDocument(sent(document), options);
  return expanded.kind === 'refused' ? expanded.problems : [];
}

/** What a JSON Pointer (RFC 6901) leads to. */
export function at(document: unknown, pointer: string): unknown {
  let found = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const inside = typeof found === 'object' && found !== null ? found : {};
    const value = Object.getOwnPropertyDescriptor(inside, key);
    if (value === undefined) throw new Error(`Nothing stands at ${pointer}.`);
    found = value.value;
  }
  return found;
}
