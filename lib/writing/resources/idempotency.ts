import { NotFound } from '../../errors.ts';
import { isPending } from '../../model/change/proposals.ts';
import { cachedGraph } from '../../queries/graphs/graph-cache.ts';
import type { ChangeSource } from '../../queries/resources/resource-to-change.ts';
import type { WorkDecision } from '../carry-out.ts';
import { IdempotencyKeyReused } from '../errors.ts';
import type { ChangeRequest } from './change-request.ts';
import { unknownResource } from './change-target.ts';
import { addressesOf, presentState, type ChangeLookup, type Changed } from './changed.ts';
import { referencesOf } from './references.ts';

/**
 * Answers a request that was sent before under its key: the same request gets what it created then, and creates nothing more.
 * @returns undefined where the key is new, or there is none
 * @throws IdempotencyKeyReused where the key belongs to another request; NotFound where the caller may no longer see what it made
 */
export function earlierRequest(
  source: ChangeSource,
  request: ChangeRequest,
  lookup: ChangeLookup,
): WorkDecision<ChangeLookup, Changed> | undefined {
  const { createdBefore, publicationId, stored } = source;
  if (createdBefore === undefined || request.key === undefined || request.isDryRun)
    return undefined;
  if (createdBefore.requestHash !== request.key.requestHash) throw new IdempotencyKeyReused();
  const { resourceId } = createdBefore;
  if (lookup.resourceId !== resourceId) {
    return { kind: 'lookup', lookup: { ...lookup, resourceId } };
  }
  if (stored?.canView !== true || publicationId === undefined) throw new NotFound(unknownResource);
  const graph = cachedGraph(publicationId, source.graph);
  const references = referencesOf(source, addressesOf(request));
  const present = presentState(source, request, resourceId, graph, references);
  const { accountId } = request.principal;
  const pending = present.tiles
    .filter(({ tileId }) => present.tileId === null || present.tileId === tileId)
    .filter((tile) => !source.isReviewer && isPending(tile, accountId))
    .map(({ tileId }) => tileId);
  return { kind: 'done', result: { ...present, pending, kind: 'repeated' } };
}
