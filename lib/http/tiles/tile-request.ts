import * as z from 'zod';

import { withPendingReview } from '../../serializers/resources/pending-review.ts';
import { tileRecord } from '../../serializers/tiles/tile-record.ts';
import { mentionsIn } from '../../model/change/mentions.ts';
import type { Changed } from '../../writing/resources/change-request.ts';
import { changedTile, storeTile, type TileToStore } from '../../writing/tiles/store-tile.ts';
import { json, withHeaders, type Answer } from '../answers/answer.ts';
import { contentTag, validators } from '../conditional/conditional.ts';
import { expectedVersion } from '../conditional/preconditions.ts';
import type { EndpointContext } from '../endpoint.ts';
import type { OperationRequest } from '../definition.ts';
import type { Operation } from '../operation.ts';
import { indent, trueOrFalse } from '../parameters/parameter-types.ts';
import { accountOnly } from '../request/bearer.ts';
import { idempotencyKey } from '../request/idempotency-key.ts';
import { dryRunAnswer } from '../resources/dry-run-answer.ts';
import { pendingReviewHeader } from '../resources/listing-headers.ts';
import { readTileBody } from './tile-body.ts';

/** The parameters of an operation that writes one tile. */
const tileParameters = z.object({
  dry_run: trueOrFalse(false).describe('Answers with what would change, and stores nothing.'),
  indent,
});

/** What each status means of an operation that writes one tile. */
const tileResponses = {
  200: {
    meaning: 'The tile record, as it is stored. Or, with dry_run, what would change.',
    body: 'tileForms',
    headers: ['ETag', 'Content-Location', 'X-Pending-Review'],
  },
  400: 'A parameter breaks its rule, or the body cannot be read.',
  403: 'The caller may not write such a tile.',
  404: 'Its resource instance or its model is not there for the caller.',
  409: 'The id belongs to something else, or something that the caller may not see has a value already that the model allows once.',
  412: 'The resource instance has changed since the version that If-Match names.',
  422: 'The tile cannot be stored as it is; all problems are listed.',
} as const;

/** What the operations have in common that write one tile. */
export const tileWriting = {
  method: 'POST',
  access: 'secured',
  capability: 'transactions',
  parameters: tileParameters,
  sentHeaders: ['If-Match', 'Idempotency-Key'],
  responses: tileResponses,
} as const;

/** How a whole tile comes. */
export const tileInBody = {
  sentBody: 'sentTile',
  form: { data: 'The tile as JSON text, as existing clients send it.' },
  neededFields: ['data'],
} as const;

/** A request that writes one tile. */
export type TileRequest<Path> = Pick<
  OperationRequest<Operation, z.output<typeof tileParameters>>,
  'parameters' | 'principal' | 'header' | 'body'
> & { readonly path: Path };

/**
 * Stores the tile in the body of a request, and answers with its record.
 * @throws what readTileBody and storeTile throw, and AuthenticationRequired
 */
export async function writeTile(
  request: TileRequest<{ readonly tile_id?: string }>,
  { data, settings }: EndpointContext,
): Promise<Answer> {
  const { path, header, body } = request;
  const to = path.tile_id === undefined ? '/api/tiles' : `/api/tiles/${path.tile_id}`;
  const how = tileToStore(request, settings, to);
  const tile = readTileBody(body, header('content-type'), path.tile_id);
  const changed = await storeTile(data, how, tile);
  return tileAnswer(changed, request, settings.baseUrl);
}

/** What every request that stores a tile brings besides it. @throws AuthenticationRequired */
export function tileToStore(
  { parameters, header, body = '', ...request }: TileRequest<unknown>,
  settings: EndpointContext['settings'],
  path: string,
): TileToStore {
  const principal = accountOnly(request.principal);
  return {
    principal,
    settings,
    isDryRun: parameters.dry_run,
    expected: expectedVersion(header, settings.requireIfMatch),
    key: idempotencyKey(header, ['tile', path, principal.accountId, body]),
    mentions: mentionsIn(body),
  };
}

/** The answer of a request that stores a tile: its record, or what a dry run would change. */
export function tileAnswer(
  changed: Changed,
  { parameters }: Pick<TileRequest<unknown>, 'parameters'>,
  baseUrl: string,
): Answer {
  if (parameters.dry_run) return dryRunAnswer(changed, baseUrl);
  const tile = changedTile(changed);
  const record = tileRecord(tile, changed.resourceId);
  const tag = contentTag('application/json', undefined, record);
  const { pending } = changed;
  const headers = {
    ...validators(`${changed.version}-${tag}`, null),
    ...pendingReviewHeader(pending),
  };
  const location = { 'Content-Location': `${baseUrl}/api/tiles/${tile.tileId}` };
  const ids = {
    tileid: tile.tileId,
    nodegroup_id: tile.nodegroupId,
    resourceinstance_id: changed.resourceId,
  };
  return {
    ...withHeaders(json(withPendingReview(record, pending)), { ...headers, ...location }),
    shorter: withHeaders(json(ids), headers),
  };
}
