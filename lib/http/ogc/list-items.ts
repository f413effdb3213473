import {
  defaultFeatureQuery,
  type BoundingBox,
  type FeatureQuery,
  type TileKey,
} from '../../model/geojson/feature-query.ts';
import { openFeatures, type OpenedFeatures, type LayerInfo } from '../../geojson/read-features.ts';
import { readFilteredPage } from '../../geojson/filtered-features.ts';
import { InvalidInput } from '../../errors.ts';
import type { CoordinateSystem } from '../../model/geojson/coordinate-systems.ts';
import type { LayerFilter } from '../../model/layer-filters/layer-filter.ts';
import { idNames } from '../../model/layer-filters/queryable.ts';
import { crsUri } from '../../model/ogc/crs-uris.ts';
import { findPageReader } from '../../queries/users/page-reader.ts';
import { countFeatures } from '../../queries/geojson/count-features.ts';
import { createFeatureCollectionWriter } from '../../serializers/geojson/feature-writer.ts';
import {
  collectionUri,
  geoJsonType,
  htmlType,
  jsonType,
  type Link,
} from '../../serializers/ogc/link.ts';
import { withHeaders, type HeaderFields, type HttpResponse } from '../responses/response.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import type { itemFormats } from '../negotiation/formats.ts';
import type { DataOperation } from '../operation.ts';
import type { ValuesByName } from '../request/request.ts';
import { normaliseBox } from '../geojson/bounding-box.ts';
import { convertBoxToDegrees } from './convert-box-to-degrees.ts';
import { readItemFilter, type ItemFilter } from './item-filter.ts';
import { encodeItemCursor } from './item-cursor.ts';
import { defaultLimit, type ItemListParameters } from './item-parameters.ts';
import { timestampedResponse, collectionNotFoundError } from './ogc-response.ts';
import type { PageReader } from '../../queries/users/page-reader.ts';

type ItemsOperation = DataOperation & {
  readonly path: '/ogc/collections/{collectionId}/items';
  readonly formats: typeof itemFormats;
};

export type ItemsRequest = Pick<
  OperationRequest<ItemsOperation, ItemListParameters>,
  'parameters' | 'path' | 'caller' | 'mediaType' | 'query'
>;

/** One page of features. */
export type ItemsPage = {
  /** As `writeFeatures` writes them. */
  readonly features: readonly string[];
  /** The names of the properties of the collection, apart from those of ids. */
  readonly columns: readonly string[];
  /** The properties that are dates. */
  readonly dates: readonly string[];
  /** The key of the last feature, after which the next page begins; null if no page follows. */
  readonly nextKey: TileKey | null;
  /** The number of features on all pages; undefined if unknown. */
  readonly numberMatched: number | undefined;
  /** The reader, if the features are for an HTML page. */
  readonly pageReader: PageReader | undefined;
};

/**
 * Reads a page with the features of one database call, at most `limit`. To keep the response small, a page can have fewer features than
 * `limit` and still have a next page.
 * @param isForPage whether the features are for an HTML page
 * @throws NotFound if the collection does not exist or the caller may not read it
 * @throws InvalidInput if a requested property is not a column of the collection
 */
export async function readItemsPage(
  request: Pick<ItemsRequest, 'parameters' | 'path' | 'caller' | 'query'>,
  { dataApi, read, settings }: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
  limit: number,
  isForPage = false,
): Promise<ItemsPage> {
  const { parameters, path, caller } = request;
  const filter = await readItemFilter({ ...request, collectionId: path.collectionId }, { read });
  const query = {
    ...itemsQuery(parameters, path.collectionId, settings.language, filter?.box),
    includePrimaryName: isForPage,
  };
  if (filter?.filter !== undefined) {
    requireProperties(filter.columns, parameters.properties);
    return readFilteredItems(
      { ...filter, filter: filter.filter },
      query,
      request,
      { dataApi, read, settings },
      limit,
      isForPage,
    );
  }
  const source = { dataApi, caller, query, baseUrl: settings.baseUrl, isForPage };
  const { cursor: after = null } = parameters;
  const [openedFeatures, matched] = await Promise.all([
    openFeatures(source, { kind: 'cursor', after, limit }),
    parameters.count === 'exact' ? read(countFeatures(source.caller, query)) : undefined,
  ]);
  const { columns, dates } = requireLayer(openedFeatures, parameters.properties);
  const { features, next } = openedFeatures.firstChunk;
  const nextKey = next ?? openedFeatures.pageEnd;
  // If there is only one page, its features are all that match.
  const isOnlyPage = nextKey === null && after === null;
  const numberMatched =
    matched?.features ?? openedFeatures.matchedCount ?? (isOnlyPage ? features.length : undefined);
  return {
    features,
    columns,
    dates,
    nextKey,
    numberMatched,
    pageReader: openedFeatures.pageReader,
  };
}

/** Reads a page of the features that meet a filter. */
async function readFilteredItems(
  filter: ItemFilter & { readonly filter: LayerFilter },
  query: FeatureQuery,
  { parameters, caller }: Pick<ItemsRequest, 'parameters' | 'caller'>,
  { dataApi, read, settings }: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
  limit: number,
  isForPage: boolean,
): Promise<ItemsPage> {
  const { cursor: after = null, count } = parameters;
  const { features, nextKey, matchedCount } = await readFilteredPage(
    { dataApi, caller, query, baseUrl: settings.baseUrl, ...filter },
    { after, limit, countsAll: count === 'exact' },
  );
  return {
    features,
    columns: filter.columns,
    dates: filter.dates,
    nextKey,
    numberMatched: matchedCount,
    pageReader: isForPage && caller !== null ? await read(findPageReader(caller)) : undefined,
  };
}

/**
 * Handles GET /ogc/collections/{collectionId}/items for programs.
 * @rule GeoJSON and OGC API Features: How does a page of OGC features continue?
 * @throws the errors of `readItemsPage`
 */
export async function listItems(
  request: ItemsRequest,
  context: DataHandlerContext,
): Promise<HttpResponse> {
  const { parameters, path, mediaType, query } = request;
  const { limit = defaultLimit } = parameters;
  const { features, nextKey, numberMatched } = await readItemsPage(request, context, limit);
  const collectionHref = collectionUri(context.settings.baseUrl, path.collectionId);
  const links = itemsPageLinks(collectionHref, query, nextKey);
  const writer = createFeatureCollectionWriter({
    featureId: 'uuid',
    members: {
      ...(numberMatched === undefined ? {} : { numberMatched }),
      numberReturned: features.length,
      links,
    },
  });
  const { text, count } = writer.write(features, 0);
  const body = `${writer.start}${text}${writer.end(count)}`;
  const response = timestampedResponse(mediaType, body, links, parameters.indent);
  return withHeaders(response, itemHeaders(parameters.crs, numberMatched));
}

/** The headers of a page of features: its reference system, and the number of features on all pages if it is known. */
export const itemHeaders = (
  crs: CoordinateSystem,
  numberMatched: number | undefined,
): HeaderFields => ({
  ...contentCrsHeader(crs),
  ...(numberMatched === undefined ? {} : { 'OGC-NumberMatched': String(numberMatched) }),
});

/** The coordinate reference system of a response (OGC API Features part 2, section 6.5). */
export function contentCrsHeader(crs: CoordinateSystem): { readonly 'Content-Crs': string } {
  return { 'Content-Crs': `<${crsUri(crs)}>` };
}

/**
 * Returns the layer that was read.
 * @param properties the requested columns
 * @throws NotFound if there is no layer; InvalidInput for an unknown column
 */
export function requireLayer(
  { layer }: OpenedFeatures,
  properties: readonly string[] | undefined = [],
): LayerInfo {
  if (layer === null) throw collectionNotFoundError();
  requireProperties(layer.columns, properties);
  return layer;
}

/** @throws InvalidInput if a requested property is none of a collection with these columns */
function requireProperties(columns: readonly string[], properties: readonly string[] = []): void {
  const known = new Set([...columns, ...idNames]);
  const unknownNames = properties.filter((name) => !known.has(name));
  if (unknownNames.length === 0) return;
  throw new InvalidInput(
    unknownNames.map((name) => ({
      in: 'parameters',
      pointer: '/properties',
      code: 'invalid',
      detail: `properties: ${JSON.stringify(name)} is not a property of these features.`,
    })),
  );
}

/** @param filterBox a box that a filter requires */
function itemsQuery(
  parameters: ItemListParameters,
  layer: string,
  language: string,
  filterBox: BoundingBox | undefined,
): FeatureQuery {
  const { bbox, 'bbox-crs': boxCrs, type = null, crs, properties = null } = parameters;
  return {
    ...defaultFeatureQuery,
    layer,
    geometryType: type,
    languages: [language],
    boundingBox:
      bbox === undefined ? (filterBox ?? null) : normaliseBox(convertBoxToDegrees(bbox, boxCrs)),
    properties,
    crs,
  };
}

/** The links of a page. They repeat the query of the request, but not parameters in its headers, which the caller must send again. */
export function itemsPageLinks(
  collectionHref: string,
  requestQuery: ValuesByName,
  nextKey: TileKey | null,
): readonly Link[] {
  const itemsUri = `${collectionHref}/items`;
  const selfLink = {
    href: withQuery(itemsUri, requestQuery),
    rel: 'self',
    type: geoJsonType,
    title: 'This page',
  };
  const alternateLink = {
    href: withQuery(itemsUri, new Map([...requestQuery, ['format', ['html']] as const])),
    rel: 'alternate',
    type: htmlType,
    title: 'This page for people',
  };
  const collectionLink = {
    href: collectionHref,
    rel: 'collection',
    type: jsonType,
    title: 'The collection',
  };
  if (nextKey === null) return [selfLink, alternateLink, collectionLink];
  const nextUri = nextItemsUri(itemsUri, requestQuery, nextKey);
  return [
    selfLink,
    alternateLink,
    collectionLink,
    { href: nextUri, rel: 'next', type: geoJsonType, title: 'The next page' },
  ];
}

/** The URI of the next page. @param itemsUri without a query */
export function nextItemsUri(
  itemsUri: string,
  requestQuery: ValuesByName,
  nextKey: TileKey,
): string {
  return withQuery(
    itemsUri,
    new Map([...requestQuery, ['cursor', [encodeItemCursor(nextKey)]] as const]),
  );
}

/** Adds a query to a URI. Only the first value of a repeated parameter is kept. */
export function withQuery(uri: string, values: ValuesByName): string {
  const query = new URLSearchParams();
  for (const [name, [value = '']] of values) query.set(name, value);
  return query.size === 0 ? uri : `${uri}?${query.toString()}`;
}
