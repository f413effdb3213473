import type { Iri } from '../../rdf/terms.ts';
import type { IncomingNode } from '../incoming.ts';
import { isBlank } from './keywords.ts';
import { merged, type Description } from './merged-description.ts';

/** What stands in a document under one id. */
type Mentions = {
  count: number;
  /** Whether it stands somewhere as a reference. */
  isReferredTo: boolean;
  /** The places where something is said of the node. */
  described?: IncomingNode[];
  everywhere?: Description;
};

/** Visits nodes and all that stand inside them, each before those inside it. */
export function eachNode(
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

/** Whether each node has an id of its own that means the same outside of the document, or none: then nothing refers to another. */
export function areApart(nodes: readonly IncomingNode[]): boolean {
  const ids = new Set<Iri>();
  let count = 0;
  eachNode(nodes, ({ id }) => {
    if (id === '') return;
    count += 1;
    if (!isBlank(id)) ids.add(id);
  });
  return ids.size === count;
}

/** What a document says of each of its nodes, by id (the node map of JSON-LD 1.1 API, section 7.2). */
export class DescribedNodes {
  readonly #mentions = new Map<Iri, Mentions>();
  readonly #above: ReadonlyMap<Iri, readonly IncomingNode[]>;
  #size = 0;
  #hasBlank = false;

  /** @param nodes those that stand in no other; the others are found inside them */
  constructor(nodes: readonly IncomingNode[]) {
    eachNode(nodes, (node) => this.#add(node));
    this.#above = Map.groupBy(nodes.filter(saysSomething), ({ id }) => id);
  }

  /** The number of nodes and literals of the document, as it is written. */
  get size(): number {
    return this.#size;
  }

  /** Whether a node is described apart from where it stands, or has an id that means nothing outside of the document. */
  get areLinked(): boolean {
    return (
      this.#hasBlank ||
      this.#mentions
        .entries()
        .some(
          ([id, { count, described, isReferredTo }]) =>
            count > 1 && described !== undefined && (isReferredTo || this.#above.has(id)),
        )
    );
  }

  /** All that is said of a node, wherever. */
  everywhere(id: Iri): Description | undefined {
    const mentions = this.#mentions.get(id);
    if (mentions?.described === undefined) return undefined;
    mentions.everywhere ??= merged(mentions.described);
    return mentions.everywhere;
  }

  /** The descriptions of a node that stand in no other. */
  above(id: Iri): readonly IncomingNode[] {
    return this.#above.get(id) ?? [];
  }

  #add(node: IncomingNode): void {
    this.#size += 1;
    for (const { values } of node.properties) {
      for (const value of values) if (value.kind === 'literal') this.#size += 1;
    }
    if (node.id === '') return;
    this.#hasBlank ||= isBlank(node.id);
    let mentions = this.#mentions.get(node.id);
    if (mentions === undefined) {
      mentions = { count: 0, isReferredTo: false };
      this.#mentions.set(node.id, mentions);
    }
    mentions.count += 1;
    mentions.isReferredTo ||= node.properties.length === 0;
    if (!saysSomething(node)) return;
    if (mentions.described === undefined) mentions.described = [node];
    else mentions.described.push(node);
  }
}

export function saysSomething({ types, properties }: IncomingNode): boolean {
  return types.length + properties.length > 0;
}
