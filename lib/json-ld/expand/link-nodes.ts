import { isBlankNodeId, type Iri } from '../../rdf/terms.ts';
import type { IncomingNode } from '../incoming-value.ts';
import { maxNesting, nestedTooDeepMessage } from '../../json/nesting.ts';
import { NodeMap } from './node-map.ts';
import { mergeDescriptions, type Description } from './merge-descriptions.ts';
import type { ProblemCollector } from './problem-collector.ts';
import { findRoot, groupTopNodes, type RootOptions, type TopNode } from './find-root.ts';

/** How many nodes and literals the tree may have beyond those of the document: a node with several references is copied. */
const maxCopiedNodes = 100_000;

/**
 * Links nodes that refer to one another by their ids, so that they form one tree. Its root is the main node of the document. The
 * description of a node replaces every reference to it, except a reference to an ancestor.
 * @param nodes the nodes at the top of the document
 * @returns undefined if a problem was reported
 */
export function linkNodes(
  nodes: readonly IncomingNode[],
  options: RootOptions,
): IncomingNode | undefined {
  const topNodes = groupTopNodes(nodes);
  const root = findRoot(topNodes, options);
  if (root === undefined) return undefined;
  const [first] = root.nodes;
  const nodeMap = new NodeMap(nodes);
  if (topNodes.length === 1 && !nodeMap.needsLinking) return first;
  const tree = new TreeBuilder(nodeMap, options.problems);
  const node = tree.unfold(first);
  tree.reportUnreached(topNodes.filter((top) => top !== root));
  return options.problems.isEmpty ? node : undefined;
}

/** Builds the tree of a document, and reports what does not fit in it. */
class TreeBuilder {
  readonly #nodeMap: NodeMap;
  readonly #problems: ProblemCollector;
  /** The ids of the nodes from the root to the current node. */
  readonly #ancestorIds = new Set<Iri>();
  /** The ids of all nodes in the tree. */
  readonly #idsInTree = new Set<Iri>();
  /** How many more nodes and literals the tree can have. */
  #remainingSize: number;

  constructor(nodeMap: NodeMap, problems: ProblemCollector) {
    this.#nodeMap = nodeMap;
    this.#problems = problems;
    this.#remainingSize = nodeMap.size + maxCopiedNodes;
  }

  /** Returns a node with all nodes below it. Each is merged with its descriptions elsewhere in the document. */
  unfold(node: IncomingNode, depth = 0): IncomingNode {
    if (this.#exceedsLimits(node, depth)) return node;
    const isInCycle = this.#ancestorIds.has(node.id);
    const { types, properties } = isInCycle ? node : this.#descriptionOf(node);
    if (!isInCycle && node.id !== '') this.#ancestorIds.add(node.id);
    const linkedProperties = properties.map((property) => ({
      ...property,
      values: property.values.map((value) => {
        if (value.kind === 'node') return this.unfold(value, depth + 1);
        this.#remainingSize -= 1;
        return value;
      }),
    }));
    if (!isInCycle) this.#ancestorIds.delete(node.id);
    return {
      ...node,
      id: isBlankNodeId(node.id) ? '' : node.id,
      types,
      properties: linkedProperties,
    };
  }

  /** Reports each of these nodes that has a description but is not in the tree. */
  reportUnreached(otherTopNodes: readonly TopNode[]): void {
    if (!this.#problems.isEmpty) return;
    for (const { id, nodes } of otherTopNodes) {
      const [first] = nodes;
      if (this.#idsInTree.has(id) || nodes.every(({ properties }) => properties.length === 0)) {
        continue;
      }
      this.#problems.add(
        'unreachable_node',
        first.pointer,
        'The main node of the document does not lead to this node: refer to this node where it belongs, or leave it out.',
      );
    }
  }

  /** Counts a node, and reports a tree that is too large or too deep. @returns whether it is */
  #exceedsLimits(node: IncomingNode, depth: number): boolean {
    this.#remainingSize -= 1;
    if (this.#remainingSize < 0) {
      const message =
        'Too many nodes refer to nodes that are described elsewhere: describe each where it belongs, and refer to it less often.';
      this.#problems.add('document_too_large', '', message);
    } else if (depth > maxNesting && !this.#problems.has('nested_too_deep')) {
      this.#problems.add('nested_too_deep', node.pointer, nestedTooDeepMessage);
    }
    return this.#remainingSize < 0 || depth > maxNesting;
  }

  #descriptionOf(node: IncomingNode): Description {
    if (node.id === '') return node;
    this.#idsInTree.add(node.id);
    if (node.properties.length > 0) {
      const otherDescriptions = this.#nodeMap
        .topLevelDescriptions(node.id)
        .filter((other) => other !== node);
      return mergeDescriptions([node, ...otherDescriptions]);
    }
    const description = this.#nodeMap.mergedDescription(node.id);
    if (description === undefined) return node;
    return { ...description, types: [...new Set([...node.types, ...description.types])] };
  }
}
