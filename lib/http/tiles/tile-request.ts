import * as z from 'zod';

import * as descriptions from '../description/descriptions.ts';
import { addPendingReview } from '../../serializers/resources/pending-review.ts';
import { writeTileRecord } from '../../serializers/tiles/tile-record.ts';
import { findMentions } from '../../model/change/mentions.ts';
import type { ChangeResult } from '../../writing/resources/change-request.ts';
import { requireChangedTile, storeTile, type TileOptions } from '../../writing/tiles/store-tile.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import { readExpectedVersion } from '../conditional/read-expected-version.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { Operation } from '../operation.ts';
import { booleanWithDefault } from '../parameters/types/booleans.ts';
import { indentParameter } from '../parameters/types/numbers.ts';
import { requireAccount } from '../request/bearer.ts';
import { readIdempotencyKey } from '../request/idempotency-key.ts';
import { dryRunResponse } from '../resources/dry-run-response.ts';
import { changeHeaders } from '../resources/listing-headers.ts';
import { readTileBody } from './tile-body.ts';

const tileWriteParameters = z.object({
  dry_run: booleanWithDefault(false).describe(descriptions.dryRun),
  indent: indentParameter,
});

const tileWriteResponses = {
  200: {
    description: 'The stored tile record. With dry_run: what would change.',
    body: 'tileWriteResult',
    headers: ['ETag', 'Content-Location', 'X-Pending-Review', 'X-Unknown-Files'],
  },
  400: descriptions.invalidParameterOrBody,
  403: 'The caller may not write this tile.',
  404: 'The resource instance of the tile, or its resource model, does not exist, or the caller may not see it.',
  409: `The id belongs to another object. Or: ${descriptions.uniqueValueTaken}`,
  412: 'The resource instance has changed since the version in If-Match.',
  422: 'The tile cannot be stored; all problems are listed.',
} as const;

/** The members of Operation that are the same for all operations that write one tile. */
export const tileWriteDefaults = {
  method: 'POST',
  access: 'secured',
  capability: 'transaction',
  parameters: tileWriteParameters,
  requestHeaders: ['If-Match', 'Idempotency-Key'],
  responses: tileWriteResponses,
} as const;

/** The members of Operation that describe the body, for operations that write a complete tile. */
export const tileBodyDefaults = {
  requestBody: 'tileInput',
  form: { data: 'The tile as a JSON string, for clients of Arches.' },
  requiredFields: ['data'],
} as const;

/** A request that writes one tile. */
export type TileRequest<Path> = Pick<
  OperationRequest<Operation, z.output<typeof tileWriteParameters>>,
  'parameters' | 'principal' | 'header' | 'body'
> & { readonly path: Path };

/** Stores the tile in a request body, and returns it. @throws the errors of readTileOptions, readTileBody and storeTile */
export async function writeTile(
  request: TileRequest<{ readonly tile_id?: string }>,
  { dataApi, settings }: DataHandlerContext,
): Promise<HttpResponse> {
  const { path, header, body } = request;
  const targetPath = path.tile_id === undefined ? '/api/tiles' : `/api/tiles/${path.tile_id}`;
  const writeOptions = readTileOptions(request, settings, targetPath);
  const tile = readTileBody(body, header('content-type'), path.tile_id);
  const mentions = findMentions(JSON.stringify(tile));
  const result = await storeTile(dataApi, { ...writeOptions, mentions }, tile);
  return tileResponse(result, request, settings.baseUrl);
}

/**
 * Makes the options of storeTile from a request, without `mentions`, which depends on the parsed body.
 * @param path the path of the API to which the request is sent; its idempotency key is valid only there
 * @throws AuthenticationRequired; InvalidInput if the Idempotency-Key is malformed
 */
export function readTileOptions(
  { parameters, header, body = '', ...request }: TileRequest<unknown>,
  settings: DataHandlerContext['settings'],
  path: string,
): Omit<TileOptions, 'mentions'> {
  const principal = requireAccount(request.principal);
  return {
    principal,
    settings,
    isDryRun: parameters.dry_run,
    expected: readExpectedVersion(header, settings.requireIfMatch),
    key: readIdempotencyKey(header, ['tile', path, principal.accountId, body]),
  };
}

/** Makes the response to a request that stores a tile: the tile record or, for a dry run, the summary of changes. */
export function tileResponse(
  result: ChangeResult,
  { parameters }: Pick<TileRequest<unknown>, 'parameters'>,
  baseUrl: string,
): HttpResponse {
  if (parameters.dry_run) return dryRunResponse(result, baseUrl);
  const tile = requireChangedTile(result);
  const record = writeTileRecord(tile, result.resourceId);
  const tag = contentTag('application/json', undefined, record);
  const { pending } = result;
  const headers = {
    ...validatorHeaders(`${result.version}-${tag}`, null),
    ...changeHeaders(result),
  };
  const ids = {
    tileid: tile.tileId,
    nodegroup_id: tile.nodegroupId,
    resourceinstance_id: result.resourceId,
  };
  return {
    ...withHeaders(jsonResponse(addPendingReview(record, pending)), {
      ...headers,
      'Content-Location': `${baseUrl}/api/tiles/${tile.tileId}`,
    }),
    // Without Content-Location, because the ids alone are not the tile at that address.
    fallback: withHeaders(jsonResponse(ids), headers),
  };
}
