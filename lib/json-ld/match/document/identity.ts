import { xsd } from '../../../rdf/vocabulary.ts';
import type { IncomingNode, IncomingValue } from '../../incoming.ts';

/** Numbers that are equal for values that say the same, in the same order. */
export type Identity = (value: IncomingValue) => number;

/** Deeper than any model: what is below is like nothing else. */
const deepest = 200;

/** Tells which values of a document are the same, each looked at once. */
export function identities(): Identity {
  const numbers = new Map<string, number>();
  const known = new Map<IncomingValue, number>();

  const numberOf = (text: string): number => {
    const found = numbers.get(text);
    if (found !== undefined) return found;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };

  const nodeText = ({ id, types, properties }: IncomingNode, depth: number): string =>
    JSON.stringify([
      id,
      types,
      properties.map(({ predicate, values }) => [
        predicate,
        values.map((value) => identity(value, depth + 1)),
      ]),
    ]);

  const identity = (value: IncomingValue, depth: number): number => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const text =
      value.kind === 'literal'
        ? JSON.stringify([value.value, value.datatype ?? xsd.string, value.language ?? null, 0])
        : depth > deepest
          ? value.pointer
          : nodeText(value, depth);
    const number = numberOf(text);
    known.set(value, number);
    return number;
  };

  return (value) => identity(value, 0);
}
