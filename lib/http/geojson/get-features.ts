import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import {
  countMatchingFeatures,
  openMatchingFeatures,
  type OpenedMatchingFeatures,
} from '../../geojson/matching-features.ts';
import type { FeatureChunk, FeaturePosition } from '../../geojson/read-features.ts';
import { callerOf } from '../../model/accounts/caller.ts';
import { listPropertyNodes } from '../../queries/geojson/property-names.ts';
import { listFeatureColumns } from '../../serializers/geojson/feature-columns.ts';
import { createFeatureTableWriter } from '../../serializers/geojson/feature-table.ts';
import {
  createFeatureCollectionWriter,
  createFeatureSequenceWriter,
  batchFeatures,
  type CollectionOptions,
  type FeatureWriter,
} from '../../serializers/geojson/feature-writer.ts';
import {
  documentResponse,
  withHeaders,
  type HttpResponse,
  type HeaderFields,
} from '../responses/response.ts';
import { maxResponseBytes } from '../responses/limits.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { ResponseTooLarge } from '../errors/errors.ts';
import type { featureFormats } from '../negotiation/formats.ts';
import type { DataOperation } from '../operation.ts';
import { requireAccount } from '../request/bearer.ts';
import type { FeatureParameters } from './feature-parameters.ts';
import { readFeatureQuestion } from './feature-question.ts';
import { toFeatureQuery, toFeaturePaging, type FeaturePaging } from './feature-request.ts';
import { linkHeader } from '../responses/link-header.ts';
import { nextPageLink } from './next-page.ts';

export const tooManyFeaturesHint =
  'Request pages: limit with the cursor of the Link header, or with page. Or select less with bbox, graph or nodeids. An export job can write everything to a file.';

type FeatureOperation = DataOperation & { readonly formats: typeof featureFormats };

type FeatureRequest = Pick<
  OperationRequest<FeatureOperation, FeatureParameters>,
  | 'parameters'
  | 'principal'
  | 'languages'
  | 'format'
  | 'mediaType'
  | 'method'
  | 'query'
  | 'conditions'
>;

/**
 * Handles GET and POST /geojson: the visible features that the parameters select. A result of one chunk is read before it is sent; a
 * larger one is read while it is sent.
 * @rule GeoJSON and OGC API Features: When are `_page` and `_lastPage` there?
 * @throws ResponseTooLarge; AuthenticationRequired and NotFound for a mobile project
 */
export async function getFeatures(
  request: FeatureRequest,
  { dataApi, read, settings }: DataHandlerContext,
): Promise<HttpResponse> {
  const { parameters, mediaType } = request;
  if (parameters.mobileproject !== undefined) requireAccount(request.principal);
  const query = toFeatureQuery(parameters, request.languages);
  const paging = toFeaturePaging(parameters);
  const caller = callerOf(request.principal);
  const question = await readFeatureQuestion(request.conditions, query, caller, {
    read,
    settings,
  });
  const source = { dataApi, caller, query, question, baseUrl: settings.baseUrl };
  const [openedFeatures, matchedCount] = await Promise.all([
    openMatchingFeatures(source, toFeaturePosition(paging)),
    parameters.count === 'exact' ? countMatchingFeatures(source) : undefined,
  ]);
  const columns =
    request.format === 'csv'
      ? listFeatureColumns(await read(listPropertyNodes(caller, query)), query)
      : [];
  const writer = createFeatureWriter(request, query, columns, {
    members: collectionMembers(paging, openedFeatures, matchedCount),
    statesTotal: question !== undefined,
  });
  const headers = {
    ...(query.useDisplayValues || query.includePrimaryName ? { Vary: 'Accept-Language' } : {}),
    ...nextLinkHeader(request, settings.baseUrl, paging, openedFeatures),
    ...(matchedCount === undefined ? {} : { 'OGC-NumberMatched': String(matchedCount) }),
  };
  if (openedFeatures.firstChunk.next === null) {
    const written = writer.write(openedFeatures.firstChunk.features, 0);
    const body = `${writer.start}${written.text}${writer.end(written.count)}`;
    const tag = contentTag(mediaType, parameters.indent, body);
    const isSafeMethod = request.method !== 'POST';
    return withHeaders(documentResponse(mediaType, body), {
      ...headers,
      ...(isSafeMethod ? validatorHeaders(tag, null) : {}),
    });
  }
  const maxBytes = maxResponseBytes(settings);
  if ((await openedFeatures.estimateBytes(maxBytes)) > maxBytes)
    throw new ResponseTooLarge(tooManyFeaturesHint, maxBytes);
  return {
    ...withHeaders(documentResponse(mediaType, writeDocument(openedFeatures, writer)), headers),
    abortText: writer.abortText,
  };
}

function toFeaturePosition(paging: FeaturePaging | null): FeaturePosition {
  if (paging === null) return { kind: 'all', after: null };
  const { limit, page, after } = paging;
  return after === null ? { kind: 'page', page, limit } : { kind: 'cursor', after, limit };
}

/** The members of the FeatureCollection besides its features. */
function collectionMembers(
  paging: FeaturePaging | null,
  { pageEnd }: OpenedMatchingFeatures,
  matchedCount: number | undefined,
): Readonly<Record<string, unknown>> {
  return {
    ...(matchedCount === undefined ? {} : { numberMatched: matchedCount }),
    ...(paging === null ? {} : { _page: paging.page, _lastPage: pageEnd === null }),
  };
}

function createFeatureWriter(
  { format, mediaType }: FeatureRequest,
  { featureId }: FeatureQuery,
  columns: readonly string[],
  options: Omit<CollectionOptions, 'featureId'>,
): FeatureWriter {
  if (format === 'csv') return createFeatureTableWriter(columns);
  if (format === 'geojson') return createFeatureCollectionWriter({ featureId, ...options });
  return createFeatureSequenceWriter(
    featureId,
    mediaType === 'application/geo+json-seq' ? '\u001e' : '',
  );
}

function nextLinkHeader(
  { query }: FeatureRequest,
  baseUrl: string,
  paging: FeaturePaging | null,
  { pageEnd }: OpenedMatchingFeatures,
): HeaderFields {
  if (paging === null || pageEnd === null) return {};
  return linkHeader([nextPageLink(baseUrl, query, { pagesBefore: paging.page, after: pageEnd })]);
}

/** Writes all features as one document, while they are read. */
async function* writeDocument(
  { firstChunk, readRemainingChunks }: OpenedMatchingFeatures,
  writer: FeatureWriter,
): AsyncGenerator<string> {
  let count = 0;
  function* writeBatches({ features }: Pick<FeatureChunk, 'features'>): Generator<string> {
    for (const batch of batchFeatures(features)) {
      const { text, count: total } = writer.write(batch, count);
      count = total;
      yield text;
    }
  }
  yield writer.start;
  yield* writeBatches(firstChunk);
  for await (const chunk of readRemainingChunks()) yield* writeBatches(chunk);
  yield writer.end(count);
}
