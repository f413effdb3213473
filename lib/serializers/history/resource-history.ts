import { resourceUri } from '../../model/uris.ts';
import type { StoredEdit } from '../../queries/resources/resource-history.ts';

export type ResourceHistoryInput = {
  readonly baseUrl: string;
  readonly resourceId: string;
  /** One more than `limit` if another page follows. */
  readonly edits: readonly StoredEdit[];
  readonly limit: number;
};

/** Creates a page of the edits of a resource instance, latest first, with the URI of the next page. */
export function resourceHistoryDocument({
  baseUrl,
  resourceId,
  edits,
  limit,
}: ResourceHistoryInput) {
  const lastEditOfPage = edits.length > limit ? edits[limit - 1] : undefined;
  const uri = resourceUri(baseUrl, resourceId);
  return {
    resource: uri,
    next:
      lastEditOfPage === undefined
        ? null
        : `${uri}/history?cursor=${lastEditOfPage.id}&limit=${limit}`,
    edits: edits.slice(0, limit).map((edit) => toEditEntry(edit, baseUrl)),
  };
}

function toEditEntry(edit: StoredEdit, baseUrl: string) {
  const { accountId, username, proposalsBefore, proposalsAfter } = edit;
  const hasProposals = proposalsBefore !== null || proposalsAfter !== null;
  return {
    id: edit.id,
    transaction: edit.transactionId,
    type: edit.type,
    time: edit.editedAt,
    tile: edit.tileId,
    nodegroup: edit.nodegroupId,
    // A user of another platform without an account here has a name, but the URI of an unknown actor, as in the activity stream.
    actor:
      accountId === null && username === null
        ? null
        : { url: `${baseUrl}/user/${accountId ?? 0}`, name: username },
    before: edit.before,
    after: edit.after,
    ...(hasProposals
      ? { provisionaledits_before: proposalsBefore, provisionaledits_after: proposalsAfter }
      : {}),
  };
}
