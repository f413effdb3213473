import type { IncomingNode, IncomingValue } from '../../incoming.ts';
import { formOf } from '../document/forms.ts';
import type { ModelNode } from '../model/model.ts';
import type { ReadValue, ValueReader } from './read-value.ts';
import { termKey, termsOf } from './terms-of-value.ts';

/**
 * How unlike a value is to what would be written of it, from 0 to 3: a text that could be a date is less likely one than a literal
 * of a date, and the URI of a concept that is known here is more likely that concept than a mere address.
 */
export function unlikeness(
  value: IncomingValue,
  node: ModelNode,
  read: ReadValue,
  reader: ValueReader,
  baseUrl: string,
): number {
  const { names } = reader;
  const isOwn = formOf(value, node, names) === 'own';
  const isElsewhere =
    value.kind === 'node' && value.id !== '' && names.nodeName(value.id) === undefined;
  if (isOwn && isElsewhere) return 2;
  return unlikeValue(value, node, read, isOwn, reader, baseUrl) + unlikeTypes(value, node, isOwn);
}

/** A class is always written, so that what has none is more likely a node without one. */
function unlikeTypes(value: IncomingValue, { classIri }: ModelNode, isOwn: boolean): number {
  if (value.kind === 'literal' || !isOwn) return 0;
  return (value.types.length === 0) === (classIri === null) ? 0 : 1;
}

function unlikeValue(
  value: IncomingValue,
  node: ModelNode,
  read: ReadValue,
  isOwn: boolean,
  reader: ValueReader,
  baseUrl: string,
): number {
  if (read.kind !== 'value' || read.value === null) return 0;
  if (value.kind === 'literal' || isOwn) return areWrittenAlike(read, node, isOwn, reader, baseUrl);
  const references = node.datatype.references?.(read.value);
  if (references !== undefined && Object.values(references).some(({ length }) => length > 0))
    return 0;
  return isThingAlike(value, node, read.value, reader.validation, baseUrl) ? 1 : 2;
}

function areWrittenAlike(
  { said, value }: ReadValue & { readonly kind: 'value' },
  node: ModelNode,
  isOwn: boolean,
  { validation, prefersTexts }: ValueReader,
  baseUrl: string,
): number {
  if (isOwn && prefersTexts) {
    const texts = node.datatype.valueText.write(value, validation);
    if (said.every((one) => one.kind === 'literal' && texts.includes(one.value))) return 0;
  }
  const terms = new Set(termsOf(value, node, validation, baseUrl));
  return said.every((one) => terms.has(termKey(one))) ? 0 : 2;
}

function isThingAlike(
  { id, types }: IncomingNode,
  { datatype, datatypeNode }: ModelNode,
  value: unknown,
  validation: ValueReader['validation'],
  baseUrl: string,
): boolean {
  const written = datatype.linked.write(value, datatypeNode, {
    ...validation,
    baseUrl,
    nodeUri: id,
  });
  return written.some(
    (term) =>
      term.kind === 'node' &&
      term.id === id &&
      (types.length === 0 || new Set(types).symmetricDifference(new Set(term.types)).size === 0),
  );
}
