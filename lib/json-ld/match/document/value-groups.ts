// The folder document/ interprets a document by itself and with the model, independent of the stored tiles.

import { xsd } from '../../../rdf/vocabulary.ts';
import type { IncomingNode, IncomingValue } from '../../incoming-value.ts';
import type { NodeUri, ServiceUris } from './service-uris.ts';

/**
 * Values of one predicate that certainly belong to one instance of a node: a single value, or the elements of a list, if their `@id`s
 * name the same tile and node.
 */
export type ValueGroup = {
  /** The tile and node that the `@id` names; undefined if it names no node. */
  readonly uri: NodeUri | undefined;
  readonly values: readonly IncomingValue[];
  /** JSON Pointer to the first value. */
  readonly pointer: string;
};

/** Groups the values of a predicate, in the order of the document. */
export function groupValues(
  values: readonly IncomingValue[],
  uris: ServiceUris,
): readonly ValueGroup[] {
  const groups: (ValueGroup & { readonly values: IncomingValue[] })[] = [];
  const byUri = new Map<string, IncomingValue[]>();
  for (const value of values) {
    const uri = value.kind === 'node' ? uris.parseNodeUri(value.id) : undefined;
    const key = uri && `${uri.tileId ?? ''} ${uri.nodeId}`;
    const earlierValues = key === undefined ? undefined : byUri.get(key);
    if (earlierValues !== undefined) {
      earlierValues.push(value);
      continue;
    }
    const group = { uri, values: [value], pointer: value.pointer };
    if (key !== undefined) byUri.set(key, group.values);
    groups.push(group);
  }
  for (const group of groups) if (group.values.length > 1) sortElements(group.values, uris);
  return groups;
}

/** Sorts the elements of a list by the positions in their URIs. */
function sortElements(values: IncomingValue[], uris: ServiceUris): void {
  const positionOf = (value: IncomingValue): number =>
    (value.kind === 'node' ? uris.parseNodeUri(value.id)?.elementPosition : undefined) ?? -1;
  values.sort((left, right) => positionOf(left) - positionOf(right));
}

/** Returns a key that is equal for lists of equal values. */
export type KeyOfValues = (values: readonly IncomingValue[]) => string;

/** Creates the function that gives equal keys to equal values of one document. It visits each value once. */
export function createKeyOfValues(): KeyOfValues {
  const numbers = new Map<string, number>();
  const cachedNumbers = new Map<IncomingValue, number>();

  const numberOfText = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };

  const serialiseNode = ({ id, types, properties }: IncomingNode): string =>
    JSON.stringify([
      id,
      types,
      properties.map(({ predicate, values }) => [predicate, values.map(numberOf)]),
    ]);

  const numberOf = (value: IncomingValue): number => {
    const cachedNumber = cachedNumbers.get(value);
    if (cachedNumber !== undefined) return cachedNumber;
    const number = numberOfText(
      value.kind === 'literal'
        ? JSON.stringify([value.value, value.datatype ?? xsd.string, value.language ?? null, 0])
        : serialiseNode(value),
    );
    cachedNumbers.set(value, number);
    return number;
  };

  return (values) => values.map(numberOf).join(' ');
}
