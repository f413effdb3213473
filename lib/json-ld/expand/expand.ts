import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { BundledContexts } from '../contexts/bundled.ts';
import type { IncomingNode } from '../incoming.ts';
import { checkDocument } from './check-document.ts';
import { ContextProcessor } from './context-processing.ts';
import { expandNodes } from './expansion.ts';
import { linkNodes } from './link-nodes.ts';
import { Problems } from './problems.ts';

export type Expanded =
  | { readonly kind: 'node'; readonly node: IncomingNode }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };

export type ExpandOptions = {
  /** The addresses of the service, without a slash at the end; references are relative to the first. */
  readonly baseUrls: readonly string[];
};

/**
 * Reads a JSON-LD 1.1 document, expanded or with contexts inside it or bundled here, as the tree of one node. Nothing is
 * fetched and nothing is left out: what has no meaning is a problem (ADR 025).
 * @param document as parseLossless gives it
 * @returns the tree with the place of each of its parts, or everything that is wrong with the document
 */
export function expandDocument(document: unknown, { baseUrls }: ExpandOptions): Expanded {
  const problems = new Problems();
  checkDocument(document, problems);
  if (problems.has('nested_too_deep')) return { kind: 'refused', problems: problems.all };
  const [first] = baseUrls;
  const base = first === undefined ? null : `${first}/`;
  const contexts = new ContextProcessor(problems, new BundledContexts(baseUrls), base);
  const nodes = expandNodes(document, problems, contexts);
  // What could not be read is missing where nodes refer to it.
  const node = problems.isEmpty
    ? linkNodes(nodes, { baseUrls, isList: Array.isArray(document), problems })
    : undefined;
  return node === undefined ? { kind: 'refused', problems: problems.all } : { kind: 'node', node };
}
