import { asList } from '../../../model/datatypes/values/json-values.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import type { FindRepeatedValue, StoredValue, LinkedContext } from '../matching-contexts.ts';
import { appendTo, type ModelNode } from '../match-model.ts';
import { rdfValuesOf, termKey, termKeysOf, textKey } from '../values/terms.ts';
import type { StoredIndex } from './stored-index.ts';

/** How many stored values with the same key are compared. */
const maxValuesPerKey = 8;

const noStoredValue: StoredValue = { value: null, isSingleValue: true };

/**
 * Creates a function that finds the stored value that values of a document repeat. Some values can only be read together with the stored
 * value: files, because documents only have their address, and values that are invalid in their model.
 */
export function createRepeatedValueLookup(
  index: StoredIndex,
  context: LinkedContext,
): FindRepeatedValue {
  const byNode = new Map<string, ReadonlyMap<string, readonly unknown[]>>();

  const collectValuesByKey = (node: ModelNode): ReadonlyMap<string, readonly unknown[]> => {
    const cachedValues = byNode.get(node.nodeId);
    if (cachedValues !== undefined) return cachedValues;
    const values = new Map<string, unknown[]>();
    for (const { value } of index.instancesByNode.get(node.nodeId) ?? []) {
      const texts = node.datatype.textCodec.write(value, context.validation);
      for (const key of [...termKeysOf(value, node, context), ...texts.map(textKey)]) {
        appendTo(values, key, value);
      }
    }
    byNode.set(node.nodeId, values);
    return values;
  };

  return (values, node) => {
    const storedValuesByKey = collectValuesByKey(node);
    if (storedValuesByKey.size === 0) return noStoredValue;
    const matches = values
      .flatMap(keysOf)
      .map((key) => (storedValuesByKey.get(key) ?? []).slice(0, maxValuesPerKey))
      .filter(({ length }) => length > 0);
    return combineMatches(matches);
  };
}

/** Returns a value that is in all lists, otherwise a list of the first value of each list. */
function combineMatches(storedValueLists: readonly (readonly unknown[])[]): StoredValue {
  const [first, ...others] = storedValueLists;
  if (first === undefined) return noStoredValue;
  const commonValue = first.find((value) => others.every((list) => list.includes(value)));
  if (commonValue !== undefined) return { value: commonValue, isSingleValue: true };
  const value = Array.from(new Set(storedValueLists.flatMap(([firstValue]) => asList(firstValue))));
  return { value, isSingleValue: false };
}

function keysOf(value: IncomingValue): readonly string[] {
  return [termKey(value), ...rdfValuesOf(value).map(termKey)];
}
