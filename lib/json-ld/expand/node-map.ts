import { isBlankNodeId, type Iri } from '../../rdf/terms.ts';
import type { IncomingNode } from '../incoming-value.ts';
import { mergeDescriptions, type Description } from './merge-descriptions.ts';

/** The occurrences of one id in a document. */
type Occurrences = {
  count: number;
  /** Whether one of them is only a reference. */
  isReferredTo: boolean;
  descriptions?: IncomingNode[];
  mergedDescription?: Description;
};

/** Visits nodes and all nodes inside them, outer nodes first. */
export function forEachNode(
  nodes: readonly IncomingNode[],
  visit: (node: IncomingNode) => void,
): void {
  const pending = nodes.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    visit(node);
    for (const { values } of node.properties) {
      for (const value of values) if (value.kind === 'node') pending.push(value);
    }
  }
}

/** The descriptions of the nodes of a document by id (JSON-LD 1.1 API, section 7.2). */
export class NodeMap {
  readonly #occurrences = new Map<Iri, Occurrences>();
  readonly #topDescriptions: ReadonlyMap<Iri, readonly IncomingNode[]>;
  #size = 0;
  #hasBlankNodeIds = false;

  /** @param nodes the nodes at the top of the document */
  constructor(nodes: readonly IncomingNode[]) {
    forEachNode(nodes, (node) => this.#add(node));
    this.#topDescriptions = Map.groupBy(nodes.filter(hasDescription), ({ id }) => id);
  }

  /** The number of nodes and literals in the document. */
  get size(): number {
    return this.#size;
  }

  /** Whether a reference must be replaced by a description elsewhere in the document, or a node has a blank node id. */
  get needsLinking(): boolean {
    return (
      this.#hasBlankNodeIds ||
      this.#occurrences
        .entries()
        .some(
          ([id, { count, descriptions, isReferredTo }]) =>
            count > 1 &&
            descriptions !== undefined &&
            (isReferredTo || this.#topDescriptions.has(id)),
        )
    );
  }

  /** Returns all descriptions of a node, merged; undefined if there is none. */
  mergedDescription(id: Iri): Description | undefined {
    const occurrences = this.#occurrences.get(id);
    if (occurrences?.descriptions === undefined) return undefined;
    occurrences.mergedDescription ??= mergeDescriptions(occurrences.descriptions);
    return occurrences.mergedDescription;
  }

  topLevelDescriptions(id: Iri): readonly IncomingNode[] {
    return this.#topDescriptions.get(id) ?? [];
  }

  #add(node: IncomingNode): void {
    this.#size += 1;
    for (const { values } of node.properties) {
      for (const value of values) if (value.kind === 'literal') this.#size += 1;
    }
    if (node.id === '') return;
    this.#hasBlankNodeIds ||= isBlankNodeId(node.id);
    let occurrences = this.#occurrences.get(node.id);
    if (occurrences === undefined) {
      occurrences = { count: 0, isReferredTo: false };
      this.#occurrences.set(node.id, occurrences);
    }
    occurrences.count += 1;
    occurrences.isReferredTo ||= node.properties.length === 0;
    if (!hasDescription(node)) return;
    if (occurrences.descriptions === undefined) occurrences.descriptions = [node];
    else occurrences.descriptions.push(node);
  }
}

export function hasDescription({ types, properties }: IncomingNode): boolean {
  return types.length + properties.length > 0;
}
