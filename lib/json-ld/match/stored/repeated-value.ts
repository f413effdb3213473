import { asList } from '../../../model/datatypes/values/json-values.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import type { RepeatedValue, StoredValue, WriteContext } from '../context.ts';
import { appendTo, type ModelNode } from '../model.ts';
import { rdfValuesOf, termKey, termsOf, textKey } from '../values/terms.ts';
import type { StoredIndex } from './stored-index.ts';

/** How many stored values with the same content are compared. */
const mostEqual = 8;

const none: StoredValue = { value: null, isWhole: true };

/**
 * Creates a function that finds the stored value that values of a document repeat. Some values can only be read together with the stored
 * value: files, because documents only have their address, and values that are invalid in their model.
 */
export function createRepeatedValueLookup(
  index: StoredIndex,
  context: WriteContext,
): RepeatedValue {
  const byNode = new Map<string, ReadonlyMap<string, readonly unknown[]>>();

  const indexed = (node: ModelNode): ReadonlyMap<string, readonly unknown[]> => {
    const known = byNode.get(node.nodeId);
    if (known !== undefined) return known;
    const values = new Map<string, unknown[]>();
    for (const { value } of index.instances.get(node.nodeId) ?? []) {
      const texts = node.datatype.textCodec.write(value, context.validation);
      for (const key of [...termsOf(value, node, context), ...texts.map(textKey)]) {
        appendTo(values, key, value);
      }
    }
    byNode.set(node.nodeId, values);
    return values;
  };

  return (values, node) => {
    const stored = indexed(node);
    if (stored.size === 0) return none;
    const found = values
      .flatMap(keysOf)
      .map((key) => (stored.get(key) ?? []).slice(0, mostEqual))
      .filter(({ length }) => length > 0);
    return together(found);
  };
}

/** Returns a value that is in all lists, otherwise a list of the first value of each list. */
function together(lists: readonly (readonly unknown[])[]): StoredValue {
  const [first, ...others] = lists;
  if (first === undefined) return none;
  const common = first.find((value) => others.every((list) => list.includes(value)));
  if (common !== undefined) return { value: common, isWhole: true };
  const value = Array.from(new Set(lists.flatMap(([one]) => asList(one))));
  return { value, isWhole: false };
}

function keysOf(value: IncomingValue): readonly string[] {
  return [termKey(value), ...rdfValuesOf(value).map(termKey)];
}
