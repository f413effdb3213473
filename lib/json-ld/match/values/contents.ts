import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import type { MeasureMismatch } from '../choice/measure-value-mismatch.ts';
import { compareMismatches, type Mismatch } from '../choice/compare-mismatches.ts';
import type { MeasureContext } from '../matching-contexts.ts';
import { findCandidateNodes } from '../document/candidate-nodes.ts';
import { listNestedProperties } from '../document/nested-properties.ts';
import { groupValues } from '../document/value-groups.ts';
import type { ModelNode } from '../match-model.ts';
import type { StoredIndex } from '../stored/stored-index.ts';
import { readValue } from './read-value.ts';
import { termKeysOf } from './terms.ts';

/** The content of an instance of a node with everything nested in it, independent of its tiles. */
export type InstanceContent = {
  /** Equal for instances with the same content. 0 if there is no content. */
  readonly key: number;
  /** The keys of its own RDF values (terms.ts). */
  readonly terms: readonly string[];
  /** All texts and URIs in it, to measure how much two instances have in common. */
  readonly words: readonly string[];
};

/** Computes the contents of stored instances and of values of the document, so that they can be compared. */
export type Contents = {
  readonly ofStored: (instance: NodeInstance) => InstanceContent;
  /** @param values all values that stand for one instance of the node */
  readonly ofValues: (values: readonly IncomingValue[], node: ModelNode) => InstanceContent;
};

type ContentParts = {
  readonly terms: readonly string[];
  /** The predicate and the key of each nested content. */
  readonly nested: readonly string[];
  readonly words: readonly string[];
};

type NestedContent = { readonly predicate: string; readonly content: InstanceContent };

const noContent: ContentParts = { terms: [], nested: [], words: [] };

/** Creates the functions that compute comparable contents of stored instances and of values of a document. They cache each content. */
export function createContents(
  context: MeasureContext,
  index: StoredIndex,
  measure: MeasureMismatch,
): Contents {
  const { model, uris, isSpecificationShape } = context;
  const keysByText = new Map<string, number>();
  const cachedStoredContents = new Map<NodeInstance, InstanceContent>();
  const cachedValueParts = new Map<IncomingValue, Map<string, ContentParts>>();

  const keyOf = ({ terms, nested }: ContentParts): number => {
    if (terms.length === 0 && nested.length === 0) return 0;
    const text = JSON.stringify([terms.toSorted(), nested.toSorted()]);
    const key = keysByText.get(text) ?? keysByText.size + 1;
    keysByText.set(text, key);
    return key;
  };

  const contentOf = (parts: ContentParts): InstanceContent => ({
    key: keyOf(parts),
    terms: parts.terms,
    words: parts.words,
  });

  /** A tile that the shape of the document includes counts as content, even if the tile is empty. */
  const tileMark = ({ beginsTile, datatype }: ModelNode): readonly string[] =>
    beginsTile && (isSpecificationShape || datatype.linkedCodec.kind === 'container')
      ? ['tile']
      : [];

  const ofStored = (instance: NodeInstance): InstanceContent => {
    const cachedContent = cachedStoredContents.get(instance);
    if (cachedContent !== undefined) return cachedContent;
    const node = model.nodes.get(instance.node.nodeId);
    const content = contentOf(node === undefined ? noContent : computeStoredParts(instance, node));
    cachedStoredContents.set(instance, content);
    return content;
  };

  const computeStoredParts = (instance: NodeInstance, node: ModelNode): ContentParts => {
    const children = index.expectedChildren(instance).flatMap((child) => {
      const predicate = model.nodes.get(child.node.nodeId)?.predicate;
      return predicate === undefined ? [] : [{ predicate, content: ofStored(child) }];
    });
    return createContentParts(termKeysOf(instance.value, node, context), children, tileMark(node));
  };

  const computeValueParts = (value: IncomingValue, node: ModelNode): ContentParts => {
    const cachedParts = cachedValueParts.get(value)?.get(node.nodeId);
    if (cachedParts !== undefined) return cachedParts;
    const readResult = readValue([value], node, context);
    const terms = readResult.kind === 'value' ? termKeysOf(readResult.value, node, context) : [];
    const parts = createContentParts(terms, nestedContentsOf(value, node), tileMark(node));
    const byNode = cachedValueParts.get(value) ?? new Map<string, ContentParts>();
    cachedValueParts.set(value, byNode.set(node.nodeId, parts));
    return parts;
  };

  const nestedContentsOf = (value: IncomingValue, node: ModelNode): readonly NestedContent[] =>
    listNestedProperties(value, node, uris).flatMap((property) =>
      property.values.flatMap((nested) => {
        const predicate = uris.withPresentAddress(property.predicate);
        const child = findBestNode(nested, node.children.get(predicate) ?? []);
        if (child === undefined) return [];
        return [{ predicate, content: contentOf(computeValueParts(nested, child)) }];
      }),
    );

  const findBestNode = (
    value: IncomingValue,
    nodes: readonly ModelNode[],
  ): ModelNode | undefined => {
    const candidates = findCandidateNodes([value], nodes, context);
    const [first, another] = candidates;
    if (another === undefined) return first;
    const [group] = groupValues([value], uris);
    let bestMatch: { readonly node: ModelNode | undefined; readonly mismatch?: Mismatch } = {
      node: first,
    };
    for (const node of candidates) {
      const mismatch = group && measure(group, node);
      if (
        mismatch !== undefined &&
        (bestMatch.mismatch === undefined || compareMismatches(mismatch, bestMatch.mismatch) < 0)
      )
        bestMatch = { node, mismatch };
    }
    return bestMatch.node;
  };

  return {
    ofStored,
    ofValues: (values, node) => {
      const parts = values.map((value) => computeValueParts(value, node));
      const [first = noContent, another] = parts;
      return contentOf(another === undefined ? first : mergeParts(parts));
    },
  };
}

function createContentParts(
  terms: readonly string[],
  children: readonly NestedContent[],
  tileMark: readonly string[],
): ContentParts {
  const nonEmptyChildren = children.filter(({ content }) => content.key !== 0);
  return {
    terms,
    nested: [
      ...tileMark,
      ...nonEmptyChildren.map(({ predicate, content }) => `${predicate} ${content.key}`),
    ],
    words: [...terms.map(wordOf), ...nonEmptyChildren.flatMap(({ content }) => content.words)],
  };
}

/** Removes type and language from a term, because the same text in another language is similar. */
function wordOf(term: string): string {
  const end = term.startsWith('"') ? term.lastIndexOf('"') : -1;
  return end > 0 ? term.slice(1, end) : term;
}

/** Merges the parts of several values into those of one list. Nested content that elements share belongs to the list and counts once. */
function mergeParts(parts: readonly ContentParts[]): ContentParts {
  const removeDuplicates = (list: readonly string[]): readonly string[] =>
    Array.from(new Set(list));
  return {
    terms: removeDuplicates(parts.flatMap(({ terms }) => terms)),
    nested: removeDuplicates(parts.flatMap(({ nested }) => nested)),
    words: parts.flatMap(({ words }) => words),
  };
}
