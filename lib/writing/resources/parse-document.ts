import * as z from 'zod';

import { MalformedDocument } from '../errors.ts';
import { expandDocument } from '../../json-ld/expand/expand-document.ts';
import type { IncomingNode } from '../../json-ld/incoming-value.ts';
import { collectMentions } from '../../json-ld/collect-mentions.ts';
import { type Mentions, findMentions } from '../../model/change/mentions.ts';
import { parseJsonBody, createMalformedDocument } from '../json-body.ts';
import {
  createMissingTilesProblem,
  checkRecordMembers,
  type LocatedRecord,
} from './record-members.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { OmittedMembers } from '../../model/change/record-to-intended.ts';
import { isObject, type JsonObject } from '../../model/datatypes/values/json-values.ts';
import { nilUuid } from '../../model/ids.ts';
import { parseRecordText, type ResourceRecord } from '../../model/resources/resource-record.ts';

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

/** A document of tile records: service-json, or business data. With the ids and IRIs in it. */
type RecordDocument = Mentions & {
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
  /** The unknown members of the document. */
  readonly ignored: readonly DocumentProblem[];
};

/** The ids of a request, used for a record without ids. */
type RequestIds = { readonly resourceId: string; readonly graphId: string | undefined };

const businessDataSchema = z.looseObject({
  business_data: z.looseObject({ resources: z.array(z.unknown()) }),
});
const flatRecordSchema = z.looseObject({ tiles: z.array(z.unknown()) });
const headerSchema = z.looseObject({
  resourceinstanceid: z.string().optional(),
  graph_id: z.string().optional(),
});
const nestedHeaderSchema = z.looseObject({ resourceinstance: headerSchema });

/**
 * Finds the record in service-json or business data, complete or not.
 * @returns undefined if the document is neither
 * @throws MalformedDocument if business data have no record, or several
 */
function findRecord(document: unknown): LocatedRecord | undefined {
  const resources = businessDataSchema.safeParse(document).data?.business_data.resources;
  if (resources === undefined) {
    return flatRecordSchema.safeParse(document).success || looksLikeRecord(document)
      ? { document, value: document, pointer: '' }
      : undefined;
  }
  if (resources.length === 1)
    return { document, value: resources[0], pointer: '/business_data/resources/0' };
  const message = `The document contains ${resources.length} resource instances: send each in a separate request.`;
  throw createMalformedDocument('not_one_resource', '/business_data/resources', message);
}

const recordNames = new Set(['business_data', 'resourceinstance', 'resourceinstanceid', 'tiles']);

/** Whether an object has members of a record, in any letter case, and no keyword of JSON-LD. */
function looksLikeRecord(document: unknown): boolean {
  if (!isObject(document)) return false;
  const names = Object.keys(document);
  return (
    names.some((name) => recordNames.has(name.toLowerCase())) &&
    !names.some((name) => name.startsWith('@'))
  );
}

/**
 * Parses the record of a document.
 * @throws MalformedDocument with all problems
 */
function parseRecord(located: LocatedRecord, requestIds: RequestIds): RecordDocument {
  const { value, pointer } = located;
  const { problems, ignored } = checkRecordMembers(located);
  const nested = nestedHeaderSchema.safeParse(value).data?.resourceinstance;
  const recordIds = nested ?? headerSchema.safeParse(value).data ?? {};
  const ids = {
    resourceinstanceid: recordIds.resourceinstanceid ?? requestIds.resourceId,
    graph_id: recordIds.graph_id ?? requestIds.graphId ?? nilUuid,
  };
  const completedRecord =
    nested === undefined
      ? { ...withoutEditLists(value), ...ids }
      : { ...withoutEditLists(value), resourceinstance: { ...nested, ...ids } };
  const text = JSON.stringify(completedRecord);
  const result = parseRecordText(text, pointer);
  if (!result.ok || problems.length > 0) {
    const recordProblems = result.ok ? [] : result.problems;
    throw new MalformedDocument([
      ...problems,
      ...recordProblems.map(({ code, pointer, message }) => ({ code, pointer, message })),
    ]);
  }
  return {
    kind: 'record',
    record: result.record,
    omitted: findOmittedMembers(value),
    pointer,
    resourceId: recordIds.resourceinstanceid?.toLowerCase(),
    graphId: recordIds.graph_id?.toLowerCase(),
    ignored,
    ...findMentions(text),
  };
}

/** Removes provisional edits in the form of `GET /resources/`, a list. No document can write provisional edits. */
function withoutEditLists(record: unknown): JsonObject {
  if (!isObject(record) || !Array.isArray(record['tiles'])) return Object(record);
  const tiles = record['tiles'].map((tile: unknown) =>
    isObject(tile) && Array.isArray(tile['provisionaledits'])
      ? { ...tile, provisionaledits: null }
      : tile,
  );
  return { ...record, tiles };
}

const tileMembersSchema = z.looseObject({
  tiles: z.array(
    z.looseObject({ tileid: z.unknown().optional(), sortorder: z.unknown().optional() }),
  ),
});

/** A tile id that is null or empty counts as left out. */
function findOmittedMembers(record: unknown): readonly OmittedMembers[] {
  return tileMembersSchema.parse(record).tiles.map(({ tileid, sortorder }) => ({
    tileId: tileid === undefined || tileid === null || tileid === '',
    sortOrder: sortorder === undefined,
  }));
}
