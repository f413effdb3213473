import * as z from 'zod';

import { MalformedDocument } from '../errors.ts';
import { expandDocument } from '../../json-ld/expand/expand-document.ts';
import type { IncomingNode } from '../../json-ld/incoming-value.ts';
import { collectMentions } from '../../json-ld/collect-mentions.ts';
import { nilUuid } from '../../model/ids.ts';
import { findMentions, type Mentions } from '../../model/change/mentions.ts';
import { malformedDocument, parseJsonBody } from '../json-body.ts';
import { readRecord, type ResourceRecord } from '../../model/resources/resource-record.ts';

/** A parsed document, and the ids and IRIs in it. */
export type ParsedDocument = Mentions &
  (
    | { readonly kind: 'json-ld'; readonly document: IncomingNode }
    | {
        /** Tile records: service-json, or business data. */
        readonly kind: 'record';
        readonly record: ResourceRecord;
        /** JSON Pointer to the record. */
        readonly pointer: string;
        /** The id in the record; undefined if the record has none. */
        readonly resourceId: string | undefined;
        /** The id in the record; undefined if the record has none. */
        readonly graphId: string | undefined;
      }
  );

/** The form that the request names; `any` if it is detected from the document. */
export type DocumentForm = 'json-ld' | 'service-json' | 'any';

const businessData = z.looseObject({
  business_data: z.looseObject({ resources: z.array(z.unknown()) }),
});
const flatRecord = z.looseObject({ tiles: z.array(z.unknown()) });
const header = z.looseObject({
  resourceinstanceid: z.string().optional(),
  graph_id: z.string().optional(),
});
const nestedHeader = z.looseObject({ resourceinstance: header });

/**
 * Parses a document of one resource instance: JSON-LD in either shape, service-json or business data. The form is
 * detected from the content, because the specification allows JSON-LD with any `format`.
 * @param requested the ids of the request, used for a record without ids
 * @throws MalformedDocument with all problems
 */
export function parseDocument(
  text: string | undefined,
  form: DocumentForm,
  baseUrls: readonly string[],
  requested: { readonly resourceId: string; readonly graphId: string | undefined },
): ParsedDocument {
  const value = parseJsonBody(text, supportedForms);
  if (form !== 'json-ld') {
    const record = findRecord(value);
    if (record !== undefined) return parseRecord(record, requested);
    if (form === 'service-json') throw malformedDocument('no_tiles', '', noTilesMessage);
  }
  const expanded = expandDocument(value, { baseUrls });
  if (expanded.kind === 'refused') throw new MalformedDocument(expanded.problems, expanded.count);
  return { kind: 'json-ld', document: expanded.node, ...collectMentions(expanded.node) };
}

const noTilesMessage =
  'A service-json document has a list "tiles", and "resourceinstanceid" and "graph_id". Send one, or leave format=service-json out for JSON-LD.';

const supportedForms =
  ' Send JSON-LD, or tile records (service-json): RDF/XML, Turtle, N-Triples and other RDF formats are only for GET.';

type RecordAt = { readonly value: unknown; readonly pointer: string };

function findRecord(value: unknown): RecordAt | undefined {
  const data = businessData.safeParse(value).data?.business_data.resources;
  if (data !== undefined) {
    if (data.length === 1) return { value: data[0], pointer: '/business_data/resources/0' };
    const message = `The document contains ${data.length} resource instances: send each in a separate request.`;
    throw malformedDocument('not_one_resource', '/business_data/resources', message);
  }
  return flatRecord.safeParse(value).success ? { value, pointer: '' } : undefined;
}

function parseRecord(
  { value, pointer }: RecordAt,
  requested: { readonly resourceId: string; readonly graphId: string | undefined },
): ParsedDocument {
  const nested = nestedHeader.safeParse(value).data?.resourceinstance;
  const ownIds = nested ?? header.safeParse(value).data ?? {};
  const ids = {
    resourceinstanceid: ownIds.resourceinstanceid ?? requested.resourceId,
    graph_id: ownIds.graph_id ?? requested.graphId ?? nilUuid,
  };
  const completed =
    nested === undefined
      ? { ...Object(value), ...ids }
      : { ...Object(value), resourceinstance: { ...nested, ...ids } };
  const text = JSON.stringify(completed);
  const result = readRecord(text, pointer);
  if (!result.ok) {
    throw new MalformedDocument(
      result.problems.map(({ code, pointer, message }) => ({ code, pointer, message })),
    );
  }
  return {
    kind: 'record',
    record: result.record,
    pointer,
    resourceId: ownIds.resourceinstanceid?.toLowerCase(),
    graphId: ownIds.graph_id?.toLowerCase(),
    ...findMentions(text),
  };
}
