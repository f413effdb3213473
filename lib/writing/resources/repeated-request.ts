import { NotFound } from '../../errors.ts';
import { hasPendingProposal } from '../../model/change/proposals.ts';
import { getCompiledGraph } from '../../queries/graphs/graph-cache.ts';
import type { ChangeLookup, ChangeSource } from '../../queries/resources/resource-to-change.ts';
import type { Decision } from '../read-decide-write.ts';
import { IdempotencyKeyReused } from '../errors.ts';
import {
  toReferenceSettings,
  createUnchangedResult,
  type ChangeRequest,
  type ChangeResult,
} from './change-request.ts';
import { resourceNotFoundMessage } from './change-target.ts';
import { resolveReferences } from './resolve-references.ts';

/**
 * Handles a repeated idempotency key: a repeated request returns the resource instance that the first one created, and
 * changes nothing.
 * @rule Writing: What does a used `Idempotency-Key` answer?
 * @returns undefined if the key is new or absent, or the request is a dry run
 * @throws IdempotencyKeyReused if the key belongs to another request; NotFound if the caller can no longer see the
 * resource instance
 */
export function decideRepeatedRequest(
  source: ChangeSource,
  request: ChangeRequest,
  lookup: ChangeLookup,
): Decision<ChangeLookup, ChangeResult> | undefined {
  const { earlierCreation, publicationId, stored } = source;
  if (earlierCreation === undefined || request.key === undefined || request.isDryRun)
    return undefined;
  if (earlierCreation.requestHash !== request.key.requestHash) throw new IdempotencyKeyReused();
  const { resourceId } = earlierCreation;
  if (lookup.resourceId !== resourceId) {
    return { kind: 'lookup', lookup: { ...lookup, resourceId } };
  }
  if (stored?.canView !== true || publicationId === undefined)
    throw new NotFound(resourceNotFoundMessage);
  const graph = getCompiledGraph(publicationId, source.graph);
  const references = resolveReferences(source, toReferenceSettings(request));
  const current = createUnchangedResult(source, request, resourceId, graph, references);
  const { accountId } = request.principal;
  const pending = current.tiles
    .filter(({ tileId }) => current.tileId === null || current.tileId === tileId)
    .filter((tile) => !source.isReviewer && hasPendingProposal(tile, accountId))
    .map(({ tileId }) => tileId);
  return { kind: 'done', result: { ...current, pending, kind: 'repeated' } };
}
