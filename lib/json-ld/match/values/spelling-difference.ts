import type { IncomingNode, IncomingValue } from '../../incoming-value.ts';
import type { ReadValueContext } from '../matching-contexts.ts';
import { valueFormOf } from '../document/value-form.ts';
import type { ModelNode } from '../match-model.ts';
import type { ReadValueResult } from './read-value.ts';
import { termKey, termKeysOf, linkedValuesOf } from './terms.ts';

/**
 * Measures how much a value differs from what the service writes for it, from 0 to 3. A small difference makes a datatype likely: a date
 * for a literal of type date, a concept for the URI of a stored concept.
 */
export function measureSpellingDifference(
  value: IncomingValue,
  node: ModelNode,
  readResult: ReadValueResult,
  context: ReadValueContext,
): number {
  const isNodeObject = valueFormOf(value, node, context.uris) === 'node object';
  const hasForeignUri =
    value.kind === 'node' && value.id !== '' && context.uris.parseNodeUri(value.id) === undefined;
  if (isNodeObject && hasForeignUri) return 2;
  const typesDifference = isNodeObject ? measureTypesDifference(value, node) : 0;
  return typesDifference + measureValueDifference(value, node, readResult, isNodeObject, context);
}

/**
 * Returns 1 if a node object has a type although the node has no class. Types can be left out, so a node object without one fits any
 * node.
 */
function measureTypesDifference(value: IncomingValue, { classIri }: ModelNode): number {
  return value.kind === 'node' && value.types.length > 0 && classIri === null ? 1 : 0;
}

/** Returns 0 to 2, for the value without the types of a node object. */
function measureValueDifference(
  value: IncomingValue,
  node: ModelNode,
  readResult: ReadValueResult,
  isNodeObject: boolean,
  context: ReadValueContext,
): number {
  if (readResult.kind !== 'value' || readResult.value === null) return 0;
  if (value.kind === 'literal' || isNodeObject) {
    return isSpelledAsWritten(readResult, node, isNodeObject, context) ? 0 : 2;
  }
  // The value is a node itself, such as the URI of a concept. Nothing differs if it refers to stored data.
  const references = node.datatype.references?.(readResult.value);
  if (references !== undefined && Object.values(references).some(({ length }) => length > 0)) {
    return 0;
  }
  return isNodeSpelledAsWritten(value, node, readResult.value, context) ? 1 : 2;
}

/** Whether the service writes the same literals and URIs for the value that was read. */
function isSpelledAsWritten(
  { sources, value }: ReadValueResult & { readonly kind: 'value' },
  node: ModelNode,
  isNodeObject: boolean,
  context: ReadValueContext,
): boolean {
  if (isNodeObject && context.isSpecificationShape) {
    const texts = node.datatype.textCodec.write(value, context.validation);
    if (sources.every((source) => source.kind === 'literal' && texts.includes(source.value)))
      return true;
  }
  const terms = new Set(termKeysOf(value, node, context));
  return sources.every((source) => terms.has(termKey(source)));
}

/** Whether the service writes a node with the same id for the value that was read, and with the same types if the document has any. */
function isNodeSpelledAsWritten(
  { id, types }: IncomingNode,
  node: ModelNode,
  value: unknown,
  context: ReadValueContext,
): boolean {
  return linkedValuesOf(value, node, context, id).some(
    (term) =>
      term.kind === 'node' &&
      term.id === id &&
      (types.length === 0 || new Set(types).symmetricDifference(new Set(term.types)).size === 0),
  );
}
