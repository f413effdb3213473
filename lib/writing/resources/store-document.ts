import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { InvalidInput, NoOntology } from '../../errors.ts';
import { matchDocument } from '../../json-ld/match/match-document.ts';
import type { Shape } from '../../json-ld/shape.ts';
import { intendedTilesOfRecord } from '../../model/change/intended-tiles.ts';
import { hiddenNodegroups } from '../../model/graphs/hidden-nodegroups.ts';
import { isUuid, nilUuid, parseTileId, type TileId } from '../../model/ids.ts';
import { pickText } from '../../model/pick-language.ts';
import { graphUri, resourceUri } from '../../model/uris.ts';
import { UnprocessableDocument } from '../errors.ts';
import type { ChangeBasis, ChangeResult, ChangeRequest, IntendedChange } from './change-request.ts';
import { changeResource } from './change-resource.ts';
import { parseDocument, type DocumentForm, type ParsedDocument } from './parse-document.ts';

/** How a document is to be read. */
type DocumentReading = {
  /** The shape of a JSON-LD document, where its sender names it. */
  readonly shape: Shape | undefined;
  /** What becomes of predicates that the model has not. */
  readonly unknown: 'refuse' | 'ignore';
  /** What becomes of stored tiles that the document leaves out. */
  readonly missing: 'delete' | 'keep';
  /** Whether tiles of nodegroups whose card is hidden stay where the document does not have them. */
  readonly leavesHidden: boolean;
  /** Whether resource instance and tiles have the ids that the document gives them, or are copies. */
  readonly ids: 'keep' | 'renew';
};

/** A document of a resource instance, and how it is to be stored. */
export type DocumentToStore = DocumentReading &
  Pick<ChangeRequest, 'principal' | 'settings' | 'resourceId' | 'expected' | 'isDryRun' | 'key'> & {
    /** Id or slug of the model, where the request names it. */
    readonly graph: string | undefined;
    readonly text: string | undefined;
    readonly form: DocumentForm;
  };

/**
 * Stores a document of a resource instance: what was sent is read, gets its place in the model, and becomes a change.
 * @throws what changeResource throws, MalformedDocument and InvalidInput
 */
export async function storeDocument(data: DataApi, sent: DocumentToStore): Promise<ChangeResult> {
  const { baseUrl, formerBaseUrls } = sent.settings;
  const addresses = [baseUrl, ...formerBaseUrls];
  const document = documentOf(sent, addresses);
  return changeResource(data, {
    ...sent,
    mentions: {
      graph: sent.graph ?? graphNamedBy(document, addresses) ?? null,
      nodegroupId: null,
      nodeId: null,
      rootClasses: document.kind === 'json-ld' ? document.document.types : [],
      uuids: document.uuids,
      iris: document.iris,
    },
    intend: (basis) => {
      checkGraphOf(document, basis.graph.graphId);
      return intendedByDocument(document, basis, sent);
    },
  });
}

function documentOf(
  { text, form, resourceId, graph, ids }: DocumentToStore,
  addresses: readonly string[],
): ParsedDocument {
  const graphId = isUuid(graph) ? graph : undefined;
  const document = parseDocument(text, form, addresses, { resourceId, graphId });
  if (ids === 'renew') return document;
  const isRecord = document.kind === 'record';
  // Beside a model, an id in a document of a former address does not have to be that of the path (ADR 028).
  const compared = graph === undefined ? addresses : addresses.slice(0, 1);
  const other = isRecord ? document.resourceId : namedResource(document.document.id, compared);
  if (other === undefined || other === resourceId) return document;
  const detail = `The document is of resource instance ${other}, and the path names ${resourceId}: make the two the same.`;
  const pointer = isRecord ? '/resourceinstanceid' : '/@id';
  throw new InvalidInput([{ in: 'body', pointer, code: 'invalid', detail }]);
}

/** The id in the URI of a resource instance of this service. */
function namedResource(uri: string, addresses: readonly string[]): string | undefined {
  const start = addresses.map((base) => resourceUri(base, '')).find((one) => uri.startsWith(one));
  const id = start === undefined ? undefined : uri.slice(start.length).replace(/\/$/, '');
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/** The model that a document names itself. */
function graphNamedBy(document: ParsedDocument, addresses: readonly string[]): string | undefined {
  if (document.kind === 'record') return document.graphId;
  const starts = addresses.map((base) => graphUri(base, ''));
  return document.document.types.flatMap((type) =>
    starts.filter((start) => type.startsWith(start)).map((start) => type.slice(start.length)),
  )[0];
}

function checkGraphOf(document: ParsedDocument, graphId: string): void {
  const own = document.kind === 'record' ? document.graphId : undefined;
  if (own === undefined || own === graphId || own === nilUuid) return;
  const detail = `The document is of model ${own}, and the resource instance of ${graphId}: make the two the same.`;
  throw new InvalidInput([{ in: 'body', pointer: '/graph_id', code: 'invalid', detail }]);
}

/**
 * What a document makes of a resource instance.
 * @throws UnprocessableDocument that lists everything wrong; NoOntology where the model cannot be written in RDF
 */
function intendedByDocument(
  document: ParsedDocument,
  basis: ChangeBasis,
  reading: DocumentReading,
): IntendedChange {
  return document.kind === 'json-ld'
    ? intendedByJsonLd(document, basis, reading)
    : intendedByTileRecords(document, basis, reading);
}

function intendedByJsonLd(
  { document }: Extract<ParsedDocument, { kind: 'json-ld' }>,
  { graph, stored, references }: ChangeBasis,
  { shape, unknown, missing, ids, leavesHidden }: DocumentReading,
): IntendedChange {
  if (!graph.hasOntology) throw new NoOntology(pickText(graph.name, []) ?? graph.graphId);
  const matched = matchDocument(document, {
    baseUrls: references.reading.baseUrls,
    graph,
    stored,
    reading: references.reading,
    validation: references.validation,
    shape,
    unknown,
    tileIds: ids,
    missing,
    hidden: leavesHidden ? hiddenNodegroups(graph) : new Set(),
    newId: () => randomUUID(),
  });
  if (matched.kind === 'refused') throw new UnprocessableDocument(matched.problems);
  return { intended: matched.intended, legacyId: undefined, ignored: matched.ignored };
}

function intendedByTileRecords(
  { record, pointer }: Extract<ParsedDocument, { kind: 'record' }>,
  { graph, stored }: ChangeBasis,
  { missing, ids, leavesHidden }: DocumentReading,
): IntendedChange {
  const hidden = leavesHidden ? hiddenNodegroups(graph) : new Set();
  const expected = stored.filter(({ nodegroupId }) => !hidden.has(nodegroupId));
  const renewed = new Map<TileId, TileId>();
  const idOf = (tileId: TileId): TileId => {
    if (ids === 'keep') return tileId;
    const known = renewed.get(tileId) ?? parseTileId(randomUUID());
    renewed.set(tileId, known);
    return known;
  };
  return {
    intended: intendedTilesOfRecord(record, pointer, expected, missing, idOf),
    // Exports leave out what is null: an id that came along once is not taken away by its absence.
    legacyId: record.resource.legacy_id ?? undefined,
    legacyIdPointer: pointer,
  };
}
