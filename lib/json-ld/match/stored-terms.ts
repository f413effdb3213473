import type { NodeInstance } from '../../model/resource-tree.ts';
import { rdf } from '../../rdf/vocabulary.ts';
import type { IncomingValue } from '../incoming.ts';
import { appendTo, type Model, type ModelNode } from './model.ts';
import type { ValueReader } from './read-value.ts';
import { termKey, termsOf } from './terms-of-value.ts';

/** The stored values of each node, by what is written of them. */
export type StoredTerms = {
  /** A stored value of a node of which a document repeats a part, wherever it is; null where there is none. */
  readonly valueSaidBy: (value: IncomingValue, node: ModelNode) => unknown;
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
  const byNode = new Map<string, ReadonlyMap<string, unknown>>();

  const indexed = (node: ModelNode): ReadonlyMap<string, unknown> => {
    const known = byNode.get(node.nodeId);
    if (known !== undefined) return known;
    const values = new Map<string, unknown>();
    for (const { value } of instances.get(node.nodeId) ?? []) {
      const texts = node.datatype.valueText.write(value, validation);
      for (const key of [...termsOf(value, node, validation, baseUrl), ...texts.map(plain)]) {
        if (!values.has(key)) values.set(key, value);
      }
    }
    byNode.set(node.nodeId, values);
    return values;
  };

  return {
    valueSaidBy: (value, node) => {
      const values = indexed(node);
      const keys = values.size === 0 ? [] : keysOf(value);
      const found = keys.find((key) => values.has(key));
      return found === undefined ? null : values.get(found);
    },
  };
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
