import { randomUUID } from 'node:crypto';

import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { DataApi } from '../../data-api/client.ts';
import { mapQuery, runQuery } from '../../data-api/query.ts';
import { NotAllowed, NotFound } from '../../errors.ts';
import { StillReferenced, type ReferrerSummary } from '../errors.ts';
import { checkVersion, type ExpectedVersion } from '../expected-version.ts';
import { withVisibleProposals } from '../../model/change/proposals.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { ResourceId } from '../../model/ids.ts';
import { resourceUri } from '../../model/uris.ts';
import { writeDeletion } from '../../queries/resources/write-deletion.ts';
import { lockWithReferrers } from '../../queries/resources/lock-resource.ts';
import {
  findDeletionSource,
  type DeletionLookup,
  type DeletionSource,
} from '../../queries/resources/resource-to-delete.ts';
import { readDecideWrite, type Decision } from '../read-decide-write.ts';
import {
  planMarkedNameUpdate,
  planDependentNameUpdate,
  canUpdateInRequest,
} from '../dependent-names/update-dependent-names.ts';
import type { Execution, StatementOutcome } from '../execute.ts';
import { resourceNotFoundMessage } from './change-target.ts';

type DeletionRequest = {
  readonly principal: AccountPrincipal;
  readonly baseUrl: string;
  /** The project's default language. */
  readonly language: string;
  readonly resourceId: ResourceId;
  /** How references from other resource instances are handled. */
  readonly onReference: 'remove' | 'refuse';
  readonly expected: ExpectedVersion;
  readonly isDryRun: boolean;
};

/** The report of a dry run; empty after a real deletion. */
type DeletionResult = {
  readonly tiles: readonly StoredTile[];
  readonly referrers: ReferrerSummary;
};

/**
 * Deletes a resource instance (specification, DELETE) in two Data API calls. An account that is not a reviewer can
 * only delete its own proposals.
 * @rule Writing: What happens to references when a resource instance is deleted?
 * @throws NotFound, NotAllowed, UnexpectedVersion, VersionRequired, StillReferenced, and the errors of
 * readDecideWrite
 */
export async function deleteResource(
  dataApi: DataApi,
  request: DeletionRequest,
): Promise<DeletionResult> {
  const { principal, resourceId, isDryRun, onReference } = request;
  const lookup: DeletionLookup = {
    resourceId,
    transactionId: randomUUID(),
    withReferrers: isDryRun || onReference === 'refuse',
    withTiles: isDryRun,
  };
  return readDecideWrite(dataApi, {
    lookup,
    lock: lockWithReferrers,
    read: (reader, current, readAhead) =>
      runQuery(reader.read, findDeletionSource(principal.accountId, current), readAhead),
    decide: (source) => decide(source, request, lookup),
  });
}

const notReviewableMessage =
  'Your changes need a review, and the deletion of a resource instance cannot be reviewed. Nothing was changed. Propose to delete its tiles with a PUT that leaves them out, or ask a reviewer to delete it.';

function decide(
  source: DeletionSource,
  request: DeletionRequest,
  lookup: DeletionLookup,
): Decision<DeletionLookup, DeletionResult> {
  const { stored } = source;
  if (stored?.canView !== true) throw new NotFound(resourceNotFoundMessage);
  if (!stored.canDelete && !stored.isOwnProposal) {
    throw new NotAllowed('Your account may see this resource instance, but not delete it.');
  }
  if (!source.isReviewer && !stored.isOwnProposal) throw new NotAllowed(notReviewableMessage);
  checkVersion(request.expected, stored.visibleVersion);
  // References to a resource instance that consists only of proposals do not count.
  const allReferrers = stored.isProposed ? { resources: [], unreadable: 0 } : source.referrers;
  const uris = allReferrers.resources.map((id) => resourceUri(request.baseUrl, id));
  const referrers = { resources: uris, unreadable: allReferrers.unreadable };
  const refusesReferrers = request.onReference === 'refuse';
  if (refusesReferrers && uris.length + referrers.unreadable > 0)
    throw new StillReferenced(referrers);
  const author = { accountId: request.principal.accountId, isReviewer: source.isReviewer };
  const tiles = source.tiles.map((tile) => withVisibleProposals(tile, author));
  const result: DeletionResult = { tiles, referrers };
  if (request.isDryRun) return { kind: 'done', result };
  const { resourceId } = request;
  const deletion = {
    resourceId,
    version: stored.version,
    isProposed: stored.isProposed,
    refusesReferrers,
    dependantLanguages: canUpdateInRequest(source.dependantCount) ? [request.language] : null,
  };
  const writer = { caller: request.principal.accountId, transactionId: lookup.transactionId };
  const deletedName = { resourceId, token: writer.transactionId, names: {}, namedResources: [] };
  const statement = mapQuery(
    writeDeletion(deletion, writer),
    ({ isDeleted, dependants }): StatementOutcome => ({
      kind: isDeleted ? 'stored' : 'conflict',
      ...(isDeleted && dependants !== undefined
        ? { followUp: planDependentNameUpdate(dependants, deletedName) }
        : {}),
    }),
  );
  const execution: Execution = {
    statement,
    followUp: deletion.dependantLanguages
      ? planMarkedNameUpdate(deletedName.token, deletion.dependantLanguages)
      : undefined,
    inTransaction: async (transaction) => (await runQuery(transaction.execute, statement)).kind,
  };
  return { kind: 'store', execution, result };
}
