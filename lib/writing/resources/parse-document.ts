import * as z from 'zod';

import { MalformedDocument } from '../errors.ts';
import { expandDocument } from '../../json-ld/expand/expand-document.ts';
import type { IncomingNode } from '../../json-ld/incoming-value.ts';
import { collectMentions } from '../../json-ld/collect-mentions.ts';
import { nilUuid } from '../../model/ids.ts';
import type { OmittedMembers } from '../../model/change/record-to-intended-tiles.ts';
import { findMentions, type Mentions } from '../../model/change/mentions.ts';
import { createMalformedDocument, parseJsonBody } from '../json-body.ts';
import { parseRecordText, type ResourceRecord } from '../../model/resources/resource-record.ts';

/** A parsed document, and the ids and IRIs in it. */
export type ParsedDocument = Mentions &
  (
    | { readonly kind: 'json-ld'; readonly document: IncomingNode }
    | {
        /** Tile records: service-json, or business data. */
        readonly kind: 'record';
        readonly record: ResourceRecord;
        /** What each tile of the record leaves out, in the order of the tiles. */
        readonly omitted: readonly OmittedMembers[];
        /** JSON Pointer to the record. */
        readonly pointer: string;
        /** The id in the record; undefined if the record has none. */
        readonly resourceId: string | undefined;
        /** The id of the graph in the record; undefined if the record has none. */
        readonly graphId: string | undefined;
      }
  );

/** The format that the request names; `any` if it is detected from the document. */
export type DocumentFormat = 'json-ld' | 'service-json' | 'any';

const businessDataSchema = z.looseObject({
  business_data: z.looseObject({ resources: z.array(z.unknown()) }),
});
const flatRecordSchema = z.looseObject({ tiles: z.array(z.unknown()) });
const tileMembersSchema = z.looseObject({
  tiles: z
    .array(z.looseObject({ tileid: z.unknown().optional(), sortorder: z.unknown().optional() }))
    .nullish(),
});
const headerSchema = z.looseObject({
  resourceinstanceid: z.string().optional(),
  graph_id: z.string().optional(),
});
const nestedHeaderSchema = z.looseObject({ resourceinstance: headerSchema });

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
  requestIds: { readonly resourceId: string; readonly graphId: string | undefined },
): ParsedDocument {
  const value = parseJsonBody(text, supportedFormsHint);
  if (form !== 'json-ld') {
    const record = findRecord(value);
    if (record !== undefined) return parseRecord(record, requestIds);
    if (form === 'service-json') throw createMalformedDocument('no_tiles', '', noTilesMessage);
  }
  const expanded = expandDocument(value, { baseUrls });
  if (expanded.kind === 'refused') throw new MalformedDocument(expanded.problems, expanded.count);
  return { kind: 'json-ld', document: expanded.node, ...collectMentions(expanded.node) };
}

const noTilesMessage =
  'A service-json document must have a list "tiles". Add it, or leave out format=service-json to send JSON-LD.';

const supportedFormsHint =
  ' Send JSON-LD, or tile records (service-json): RDF/XML, Turtle, N-Triples and other RDF formats are only for GET.';

type LocatedRecord = { readonly value: unknown; readonly pointer: string };

/**
 * Finds the record in service-json or business data.
 * @returns undefined if the document is neither
 * @throws MalformedDocument if business data have no record, or several
 */
function findRecord(value: unknown): LocatedRecord | undefined {
  const resources = businessDataSchema.safeParse(value).data?.business_data.resources;
  if (resources !== undefined) {
    if (resources.length === 1)
      return { value: resources[0], pointer: '/business_data/resources/0' };
    const message = `The document contains ${resources.length} resource instances: send each in a separate request.`;
    throw createMalformedDocument('not_one_resource', '/business_data/resources', message);
  }
  return flatRecordSchema.safeParse(value).success ? { value, pointer: '' } : undefined;
}

function parseRecord(
  { value, pointer }: LocatedRecord,
  requestIds: { readonly resourceId: string; readonly graphId: string | undefined },
): ParsedDocument {
  const nested = nestedHeaderSchema.safeParse(value).data?.resourceinstance;
  const recordIds = nested ?? headerSchema.safeParse(value).data ?? {};
  const ids = {
    resourceinstanceid: recordIds.resourceinstanceid ?? requestIds.resourceId,
    graph_id: recordIds.graph_id ?? requestIds.graphId ?? nilUuid,
  };
  const completedRecord =
    nested === undefined
      ? { ...Object(value), ...ids }
      : { ...Object(value), resourceinstance: { ...nested, ...ids } };
  const text = JSON.stringify(completedRecord);
  const result = parseRecordText(text, pointer);
  if (!result.ok) {
    throw new MalformedDocument(
      result.problems.map(({ code, pointer, message }) => ({ code, pointer, message })),
    );
  }
  return {
    kind: 'record',
    record: result.record,
    omitted: findOmittedMembers(value),
    pointer,
    resourceId: recordIds.resourceinstanceid?.toLowerCase(),
    graphId: recordIds.graph_id?.toLowerCase(),
    ...findMentions(text),
  };
}

/** A tile id that is null or empty counts as left out. */
function findOmittedMembers(record: unknown): readonly OmittedMembers[] {
  const { tiles } = tileMembersSchema.parse(record);
  return (tiles ?? []).map(({ tileid, sortorder }) => ({
    tileId: tileid === undefined || tileid === null || tileid === '',
    sortOrder: sortorder === undefined,
  }));
}
