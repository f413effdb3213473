import { MalformedDocument } from '../errors.ts';
import { expandDocument } from '../../json-ld/expand/expand-document.ts';
import type { IncomingNode } from '../../json-ld/incoming-value.ts';
import { collectMentions } from '../../json-ld/collect-mentions.ts';
import type { Mentions } from '../../model/change/mentions.ts';
import { parseJsonBody } from '../json-body.ts';
import {
  findRecord,
  parseRecord,
  type RecordDocument,
  type RequestIds,
} from './record-document.ts';
import { createMissingTilesProblem } from './record-members.ts';

/** A parsed document, and the ids and IRIs in it. */
export type ParsedDocument =
  | (Mentions & { readonly kind: 'json-ld'; readonly document: IncomingNode })
  | RecordDocument;

/** The format that the request names; `any` if it is detected from the document. */
export type DocumentFormat = 'json-ld' | 'service-json' | 'any';

/**
 * Parses a document of one resource instance: JSON-LD in either shape, service-json or business data. Which of them it
 * is, is detected from the content, because the specification allows JSON-LD with any `format`.
 * @param requestIds the ids of the request, used for a record without ids
 * @throws MalformedDocument with all problems
 */
export function parseDocument(
  text: string | undefined,
  form: DocumentFormat,
  baseUrls: readonly string[],
  requestIds: RequestIds,
): ParsedDocument {
  const value = parseJsonBody(text, supportedFormsHint);
  if (form !== 'json-ld') {
    const record = findRecord(value);
    if (record !== undefined) return parseRecord(record, requestIds);
    if (form === 'service-json') throw new MalformedDocument([createMissingTilesProblem('')]);
  }
  const expanded = expandDocument(value, { baseUrls });
  if (expanded.kind === 'refused') throw new MalformedDocument(expanded.problems, expanded.count);
  return { kind: 'json-ld', document: expanded.node, ...collectMentions(expanded.node) };
}

const supportedFormsHint =
  ' Send JSON-LD, or tile records (service-json): RDF/XML, Turtle, N-Triples and other RDF formats are only for GET.';
