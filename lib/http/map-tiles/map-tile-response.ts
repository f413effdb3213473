import { NotFound } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';
import {
  findMapTile,
  type MapTileSelection,
  type MapTileNode,
} from '../../queries/map-tiles/map-tile.ts';
import { writeMapTile } from '../../serializers/map-tiles/write-map-tile.ts';
import { vectorTileType } from '../../serializers/ogc/tileset.ts';
import type { Settings } from '../../settings.ts';
import { readConditions, validatorHeaders } from '../conditional/validators.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { readQuestion } from '../questions/read-question.ts';
import type { ValuesByName } from '../request/request.ts';
import type { HttpResponse } from '../responses/response.ts';
import type { PreferredLanguages } from '../../model/pick-language.ts';
import { findTileRecords } from './map-tile-question.ts';

/** Part of every entity tag. Increase it if the tile for the same data changes. */
const mapTileVersion = 4;

export type MapTileRequest = {
  readonly caller: Caller;
  readonly languages: PreferredLanguages;
  readonly header: (name: string) => string | undefined;
  /** The conditions on resource instances in the query, and the model. */
  readonly conditions: ValuesByName;
};

export type MapTileOptions = MapTileSelection & {
  /** Undefined if the path names no tile. */
  readonly position: MapTilePosition | undefined;
  readonly nameLayer: (node: MapTileNode) => string;
  /** The error if the caller may not read what the path selects. */
  readonly createNotVisibleError: () => Error;
  /** The status of a tile without features. */
  readonly emptyStatus: 204 | 404;
};

/**
 * Responds with a vector tile. Its entity tag depends on what it shows, so a tile that the caller already has is not made again.
 * @rule GeoJSON and OGC API Features: Who may cache a map tile?
 * @throws NotFound if there is no such tile, the error of `createNotVisibleError`, and the errors of readQuestion
 */
export async function respondWithMapTile(
  { caller, languages, header, conditions }: MapTileRequest,
  context: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
  { position, nameLayer, createNotVisibleError, emptyStatus, nodeId, collectionId }: MapTileOptions,
): Promise<HttpResponse> {
  if (position === undefined) throw mapTileNotFoundError();
  const { dataApi, read, settings } = context;
  const graph = conditions.get('graph')?.[0] || undefined;
  const question = await readQuestion(conditions, caller, graph, { read, settings });
  const query = {
    ...position,
    nodeId,
    collectionId,
    graph: graph ?? null,
    representation: JSON.stringify([
      mapTileVersion,
      position,
      nodeId,
      collectionId,
      languages,
      ...conditions,
    ]),
    ifNoneMatch: readConditions(header).tags,
  };
  const resourceIds =
    question === undefined ? null : await findTileRecords({ dataApi, caller }, question, query);
  const mapTile = await read(findMapTile(caller, { ...query, resourceIds }));
  if ((nodeId !== null || collectionId !== null) && !mapTile.hasLayer)
    throw createNotVisibleError();
  const cacheHeaders = {
    'Cache-Control': cacheControl(header, settings),
    // API Gateway compresses tiles, but does not add Accept-Encoding to Vary.
    Vary: 'Accept-Language, Accept-Encoding',
  };
  const headers = { ...validatorHeaders(mapTile.etag, null), ...cacheHeaders };
  if (mapTile.isNotModified) return { status: 304, headers };
  const body = writeMapTile(mapTile, {
    position,
    languages,
    defaultLanguage: settings.language,
    nameLayer,
  });
  if (body !== undefined) return { status: 200, contentType: vectorTileType, body, headers };
  if (emptyStatus === 404) throw createNotVisibleError();
  return { status: 204, headers: cacheHeaders };
}

/** Request headers that can make the tile differ from the one that everyone gets. */
const privateHeaders = ['authorization', 'x-authorization', 'cookie'];

/** A tile may be cached for everyone if it depends only on the path and the query of the request. */
function cacheControl(
  header: MapTileRequest['header'],
  {
    mapTileSeconds,
    parameterHeaderPrefixes,
  }: Pick<Settings, 'mapTileSeconds' | 'parameterHeaderPrefixes'>,
): string {
  const headerNames = [
    ...privateHeaders,
    ...parameterHeaderPrefixes.map((prefix) => `${prefix}format`),
  ];
  return mapTileSeconds === 0 || headerNames.some((name) => header(name) !== undefined)
    ? 'private, no-cache'
    : `public, max-age=${mapTileSeconds}`;
}

/** The error for a position that the tile matrix set does not have. */
export function mapTileNotFoundError(): NotFound {
  return new NotFound(
    'There is no such tile: zooms are 0 to 18, and zoom z has 2^z columns and rows.',
  );
}
