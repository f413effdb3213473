import type { IncomingNode, IncomingValue } from '../../incoming-value.ts';
import type { ValueContext } from '../context.ts';
import { formOf } from '../document/forms.ts';
import type { ModelNode } from '../model.ts';
import type { ReadValue } from './read-value.ts';
import { termKey, termsOf, writtenValues } from './terms.ts';

/**
 * Measures how much a value differs from what the service writes for it, from 0 to 3. The difference shows which datatype is more likely:
 * a date for a literal of type date, a concept for the URI of a stored concept.
 */
export function writtenDifference(
  value: IncomingValue,
  node: ModelNode,
  read: ReadValue,
  context: ValueContext,
): number {
  const isNodeObject = formOf(value, node, context.uris) === 'node object';
  const hasOtherUri =
    value.kind === 'node' && value.id !== '' && context.uris.node(value.id) === undefined;
  if (isNodeObject && hasOtherUri) return 2;
  const ofType = isNodeObject ? typeDifference(value, node) : 0;
  return ofType + valueDifference(value, node, read, isNodeObject, context);
}

/**
 * Returns 1 if a node object has a type although the node has no class. A node object without a type fits any node, because types can be
 * left out.
 */
function typeDifference(value: IncomingValue, { classIri }: ModelNode): number {
  return value.kind === 'node' && value.types.length > 0 && classIri === null ? 1 : 0;
}

function valueDifference(
  value: IncomingValue,
  node: ModelNode,
  read: ReadValue,
  isNodeObject: boolean,
  context: ValueContext,
): number {
  if (read.kind !== 'value' || read.value === null) return 0;
  if (value.kind === 'literal' || isNodeObject)
    return isWrittenSo(read, node, isNodeObject, context) ? 0 : 2;
  const references = node.datatype.references?.(read.value);
  if (references !== undefined && Object.values(references).some(({ length }) => length > 0))
    return 0;
  return isThingWrittenSo(value, node, read.value, context) ? 1 : 2;
}

function isWrittenSo(
  { sources, value }: ReadValue & { readonly kind: 'value' },
  node: ModelNode,
  isNodeObject: boolean,
  context: ValueContext,
): boolean {
  if (isNodeObject && context.prefersTexts) {
    const texts = node.datatype.textCodec.write(value, context.validation);
    if (sources.every((one) => one.kind === 'literal' && texts.includes(one.value))) return true;
  }
  const terms = new Set(termsOf(value, node, context));
  return sources.every((source) => terms.has(termKey(source)));
}

function isThingWrittenSo(
  { id, types }: IncomingNode,
  node: ModelNode,
  value: unknown,
  context: ValueContext,
): boolean {
  return writtenValues(value, node, context, id).some(
    (term) =>
      term.kind === 'node' &&
      term.id === id &&
      (types.length === 0 || new Set(types).symmetricDifference(new Set(term.types)).size === 0),
  );
}
