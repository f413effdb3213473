import { randomUUID } from 'node:crypto';

import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { DataApi } from '../../data-api/client.ts';
import { mapped, run } from '../../data-api/query.ts';
import { NotAllowed, NotFound } from '../../errors.ts';
import { StillReferenced, type Referrers } from '../errors.ts';
import { checkVersion, type ExpectedVersion } from '../expected-version.ts';
import { visibleProposals } from '../../model/change/proposals.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import type { ResourceId } from '../../model/ids.ts';
import { resourceUri } from '../../model/uris.ts';
import { deleteResource as deleteStatement } from '../../queries/resources/delete-resource.ts';
import { lockWithReferrers } from '../../queries/resources/lock-resource.ts';
import {
  resourceToDelete,
  type DeletionLookup,
  type DeletionSource,
} from '../../queries/resources/resource-to-delete.ts';
import { carryOut, type WorkDecision } from '../carry-out.ts';
import { followMarks, followName, isFew } from '../names/follow-name.ts';
import type { Storable, StoredWhole } from '../store.ts';
import { unknownResource } from './change-target.ts';

/** A deletion, as it is requested. */
export type DeletionRequest = {
  readonly principal: AccountPrincipal;
  readonly baseUrl: string;
  /** The project's default language. */
  readonly language: string;
  readonly resourceId: ResourceId;
  /** What becomes of the references of others. */
  readonly onReference: 'remove' | 'refuse';
  readonly expected: ExpectedVersion;
  readonly isDryRun: boolean;
};

/** What a dry run reports; of a deletion that is carried out, nothing is reported. */
export type Deleted = {
  readonly tiles: readonly StoredTile[];
  readonly referrers: Referrers;
};

/**
 * Deletes a resource instance (specification, DELETE), in two Data API calls.
 * Whoever is no reviewer deletes what is nothing but proposals of their own.
 * @throws NotFound, NotAllowed, UnexpectedVersion, VersionNeeded, StillReferenced, and what carryOut throws
 */
export async function deleteResource(data: DataApi, request: DeletionRequest): Promise<Deleted> {
  const { principal, resourceId, isDryRun, onReference } = request;
  const lookup: DeletionLookup = {
    resourceId,
    transactionId: randomUUID(),
    withReferrers: isDryRun || onReference === 'refuse',
    withTiles: isDryRun,
  };
  return carryOut(data, {
    lookup,
    lock: lockWithReferrers,
    read: (reader, present, readAhead) =>
      run(reader.read, resourceToDelete(principal.accountId, present), readAhead),
    decide: (source) => decide(source, request, lookup),
  });
}

const deletionCannotWait =
  'What your account writes waits for a reviewer, and the deletion of a resource instance cannot wait. Nothing was changed. Propose to delete its tiles, by a PUT that leaves them out, or ask a reviewer to delete it.';

function decide(
  source: DeletionSource,
  request: DeletionRequest,
  lookup: DeletionLookup,
): WorkDecision<DeletionLookup, Deleted> {
  const { stored } = source;
  if (stored?.canView !== true) throw new NotFound(unknownResource);
  if (!stored.canDelete) {
    throw new NotAllowed('Your account may see this resource instance, but not delete it.');
  }
  if (!source.isReviewer && !stored.isOwnProposal) throw new NotAllowed(deletionCannotWait);
  checkVersion(request.expected, stored.visibleVersion);
  // To what is only proposed nobody refers yet, whatever ids stand in values.
  const others = stored.isProposed ? { resources: [], unreadable: 0 } : source.referrers;
  const uris = others.resources.map((id) => resourceUri(request.baseUrl, id));
  const referrers = { resources: uris, unreadable: others.unreadable };
  const refusesReferences = request.onReference === 'refuse';
  if (refusesReferences && uris.length + referrers.unreadable > 0)
    throw new StillReferenced(referrers);
  const author = { accountId: request.principal.accountId, isReviewer: source.isReviewer };
  const tiles = source.tiles.map((tile) => visibleProposals(tile, author));
  const result: Deleted = { tiles, referrers };
  if (request.isDryRun) return { kind: 'done', result };
  const { resourceId } = request;
  const deletion = {
    resourceId,
    version: stored.version,
    isProposed: stored.isProposed,
    refusesReferences,
    followedIn: isFew(source.followers) ? [request.language] : null,
  };
  const writer = { caller: request.principal.accountId, transactionId: lookup.transactionId };
  const gone = { resourceId, token: writer.transactionId, names: {}, namedIn: [] };
  const whole = mapped(
    deleteStatement(deletion, writer),
    ({ isDeleted, following }): StoredWhole => ({
      kind: isDeleted ? 'stored' : 'changed',
      ...(isDeleted && following !== undefined ? { follow: followName(following, gone) } : {}),
    }),
  );
  const storable: Storable = {
    whole,
    followWithin: deletion.followedIn ? followMarks(gone.token, deletion.followedIn) : undefined,
    within: async (transaction) => (await run(transaction.execute, whole)).kind,
  };
  return { kind: 'store', storable, result };
}
