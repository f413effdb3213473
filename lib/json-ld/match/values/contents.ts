import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { IncomingValue } from '../../incoming.ts';
import type { Fit } from '../choice/fits.ts';
import { formOf, propertiesBelow } from '../document/forms.ts';
import { likelyNodes } from '../document/likely.ts';
import { unitsOf } from '../document/units.ts';
import type { Model, ModelNode } from '../model/model.ts';
import type { SpokenBelow } from '../stored/spoken-below.ts';
import type { StoredTerms } from '../stored/stored-terms.ts';
import { readValue, type ValueReader } from './read-value.ts';
import { termsOf } from './terms-of-value.ts';

/** What an instance of a node holds, itself and below, whatever its tiles are. */
export type Content = {
  /** Equal for instances that say the same; 0 where nothing is said. */
  readonly key: number;
  /** What its value says. */
  readonly terms: readonly string[];
  /** What is said in it anywhere, for finding out how much two instances have in common. */
  readonly words: readonly string[];
};

export type Contents = {
  readonly ofStored: (instance: NodeInstance) => Content;
  /** @param values what stands for one instance of the node */
  readonly ofValues: (values: readonly IncomingValue[], node: ModelNode) => Content;
};

type Parts = {
  readonly terms: readonly string[];
  /** The predicate and the key of each thing below. */
  readonly below: readonly string[];
  readonly words: readonly string[];
};

const tileMark = 'tile';

const nothing: Parts = { terms: [], below: [], words: [] };

/**
 * Tells what instances hold, stored ones and those of a document, in terms in which they can be compared. Each is looked into
 * once.
 */
export function contents(
  reader: ValueReader,
  model: Model,
  baseUrl: string,
  storedTerms: StoredTerms,
  fit: Fit,
  spokenBelow: SpokenBelow,
): Contents {
  const keys = new Map<string, number>();
  const ofStored = new Map<NodeInstance, Content>();
  const ofParts = new Map<IncomingValue, Map<string, Parts>>();

  const keyOf = ({ terms, below }: Parts): number => {
    if (terms.length === 0 && below.length === 0) return 0;
    const text = JSON.stringify([terms.toSorted(), below.toSorted()]);
    const known = keys.get(text);
    if (known !== undefined) return known;
    keys.set(text, keys.size + 1);
    return keys.size;
  };

  const finished = (parts: Parts): Content => ({
    key: keyOf(parts),
    terms: parts.terms,
    words: parts.words,
  });

  const storedContent = (instance: NodeInstance): Content => {
    const known = ofStored.get(instance);
    if (known !== undefined) return known;
    const node = model.nodes.get(instance.node.nodeId);
    const content = node === undefined ? finished(nothing) : finished(storedParts(instance, node));
    ofStored.set(instance, content);
    return content;
  };

  /** Each tile that the document's shape shows counts, also an empty one. */
  const mark = ({ isTop, datatype }: ModelNode): readonly string[] =>
    isTop && (reader.prefersTexts || datatype.linked.kind === 'container') ? [tileMark] : [];

  const storedParts = (instance: NodeInstance, node: ModelNode): Parts => {
    const terms =
      instance.value === null ? [] : termsOf(instance.value, node, reader.validation, baseUrl);
    const children = spokenBelow(instance).flatMap((child) => {
      const predicate = model.nodes.get(child.node.nodeId)?.predicate;
      return predicate === undefined ? [] : [{ predicate, content: storedContent(child) }];
    });
    return joined(terms, children, mark(node));
  };

  const valueParts = (value: IncomingValue, node: ModelNode): Parts => {
    const known = ofParts.get(value)?.get(node.nodeId);
    if (known !== undefined) return known;
    const parts = joined(saidTerms(value, node), childrenOf(value, node), mark(node));
    const byNode = ofParts.get(value) ?? new Map<string, Parts>();
    ofParts.set(value, byNode.set(node.nodeId, parts));
    return parts;
  };

  const saidTerms = (value: IncomingValue, node: ModelNode): readonly string[] => {
    const read = readValue([value], node, storedTerms.valueSaidBy([value], node), reader);
    if (read.kind !== 'value' || read.value === null) return [];
    return termsOf(read.value, node, reader.validation, baseUrl);
  };

  const bestNode = (value: IncomingValue, nodes: readonly ModelNode[]): ModelNode | undefined => {
    const likely = likelyNodes([value], nodes, reader);
    const [first, another] = likely;
    if (another === undefined) return first;
    const [unit] = unitsOf([value], reader.names);
    const costs = likely.map((node) => (unit && fit(unit, node)) ?? Number.POSITIVE_INFINITY);
    return likely[costs.indexOf(Math.min(...costs))];
  };

  const childrenOf = (value: IncomingValue, node: ModelNode) => {
    const form = formOf(value, node, reader.names) ?? 'own';
    return propertiesBelow(value, node, form, reader.names).flatMap((property) =>
      property.values.flatMap((below) => {
        const predicate = reader.names.present(property.predicate);
        const child = bestNode(below, node.children.get(predicate) ?? []);
        return child === undefined
          ? []
          : [{ predicate, content: finished(valueParts(below, child)) }];
      }),
    );
  };

  return {
    ofStored: storedContent,
    ofValues: (values, node) => {
      const parts = values.map((value) => valueParts(value, node));
      const [only = nothing, another] = parts;
      return finished(another === undefined ? only : united(parts));
    },
  };
}

function joined(
  terms: readonly string[],
  children: readonly { readonly predicate: string; readonly content: Content }[],
  mark: readonly string[],
): Parts {
  const said = children.filter(({ content }) => content.key !== 0);
  return {
    terms,
    below: [...mark, ...said.map(({ predicate, content }) => `${predicate} ${content.key}`)],
    words: [...terms.map(wordOf), ...said.flatMap(({ content }) => content.words)],
  };
}

/** Without type and language: a text is like itself in another language. */
function wordOf(term: string): string {
  const end = term.startsWith('"') ? term.lastIndexOf('"') : -1;
  return end > 0 ? term.slice(1, end) : term;
}

/** Several values as one: what hangs in each of the elements of a list hangs in the list once. */
function united(parts: readonly Parts[]): Parts {
  const unique = (list: readonly string[]): readonly string[] => Array.from(new Set(list));
  return {
    terms: unique(parts.flatMap(({ terms }) => terms)),
    below: unique(parts.flatMap(({ below }) => below)),
    words: parts.flatMap(({ words }) => words),
  };
}
