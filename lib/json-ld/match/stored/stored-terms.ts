import { asList } from '../../../model/datatypes/parts/values.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingValue } from '../../incoming.ts';
import { appendTo, type Model, type ModelNode } from '../model/model.ts';
import type { StoredValue, ValueReader } from '../values/read-value.ts';
import { termKey, termsOf } from '../values/terms-of-value.ts';

/** The stored values of each node, by what is written of them. */
export type StoredTerms = {
  /**
   * The stored value of a node of which a document repeats something, wherever it is; the elements of several together, where
   * it repeats something of each; null where there is none.
   */
  readonly valueSaidBy: (values: readonly IncomingValue[], node: ModelNode) => StoredValue;
};

/**
 * Finds stored values by what documents repeat of them. Some values can be read only beside the one that is stored: files, whose
 * documents tell no more than their address, and values that break their model.
 */
export function storedTerms(
  root: NodeInstance,
  model: Model,
  { validation }: ValueReader,
  baseUrl: string,
): StoredTerms {
  const instances = instancesByNode(root, model);
  const byNode = new Map<string, ReadonlyMap<string, readonly unknown[]>>();

  const indexed = (node: ModelNode): ReadonlyMap<string, readonly unknown[]> => {
    const known = byNode.get(node.nodeId);
    if (known !== undefined) return known;
    const values = new Map<string, unknown[]>();
    for (const { value } of instances.get(node.nodeId) ?? []) {
      const texts = node.datatype.valueText.write(value, validation);
      for (const key of [...termsOf(value, node, validation, baseUrl), ...texts.map(plain)]) {
        appendTo(values, key, value);
      }
    }
    byNode.set(node.nodeId, values);
    return values;
  };

  return {
    valueSaidBy: (said, node) => {
      const values = indexed(node);
      if (values.size === 0) return nothing;
      const found = said.flatMap(keysOf).map((key) => (values.get(key) ?? []).slice(0, mostLooked));
      return together(found.filter(({ length }) => length > 0));
    },
  };
}

/** As many stored values that say the same as are looked at. */
const mostLooked = 8;

const nothing: StoredValue = { value: null, isWhole: true };

/** One value that is among the values of each, else all of the first ones as one list. */
function together(found: readonly (readonly unknown[])[]): StoredValue {
  const [first, ...others] = found;
  if (first === undefined) return nothing;
  const common = first.find((value) => others.every((some) => some.includes(value)));
  if (common !== undefined) return { value: common, isWhole: true };
  const value = Array.from(new Set(found.flatMap(([one]) => asList(one))));
  return { value, isWhole: false };
}

const plain = (text: string): string => termKey({ kind: 'literal', value: text });

/** What a value says of itself, or has in its `rdf:value`. */
function keysOf(value: IncomingValue): readonly string[] {
  if (value.kind === 'literal') return [termKey(value)];
  const inside = value.properties
    .filter(({ predicate }) => predicate === rdf.value)
    .flatMap(({ values }) => values);
  return [termKey(value), ...inside.map(termKey)];
}

function instancesByNode(
  root: NodeInstance,
  { nodes }: Model,
): ReadonlyMap<string, readonly NodeInstance[]> {
  const found = new Map<string, NodeInstance[]>();
  const pending = [root];
  for (let instance = pending.pop(); instance !== undefined; instance = pending.pop()) {
    const { nodeId } = instance.node;
    if (instance.value !== null && nodes.get(nodeId)?.node === instance.node) {
      appendTo(found, nodeId, instance);
    }
    pending.push(...instance.children);
  }
  return found;
}
