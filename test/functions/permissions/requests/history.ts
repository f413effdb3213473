import type { Access } from '../../../support/world/access.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type ExpectedAnswer,
} from '../walk-request.ts';
import { tileSentinels, valueSentinels, notVisibleAnswer } from './resource.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import {
  type DeletedResource,
  type PastEdit,
  type WorldResource,
  type WorldTile,
} from '../../../support/world/world.ts';

/** GET /resources/{resource_instance_id}/history, of existing and of deleted resource instances. */
const historyRequests: ChooseRequests = (world, turn) => [
  ...rotate(world.resources, turn, 3).map((resource) => ({
    path: `/resources/${resource.id}/history`,
    expected: (access: Access) => expectedHistory(access, resource),
  })),
  ...rotate(world.deleted, turn, 1).map((resource) => ({
    path: `/resources/${resource.id}/history`,
    expected: (access: Access) => expectedHistory(access, resource),
  })),
];

function expectedHistory(
  access: Access,
  resource: WorldResource | DeletedResource,
): ExpectedAnswer {
  const sameAs = `/resources/${unknownId}/history`;
  const hasRight = access.mayReadHistory;
  if (access.isAnonymous && !hasRight) return { status: 401, sentinels: new Set(), sameAs };
  if (!mayKnowResource(access, resource)) return notVisibleAnswer(access, sameAs);
  if (!hasRight) return { status: 403, sentinels: new Set() };
  const visibleSentinels = entriesOf(access, resource)
    .filter((entry) => isContentShown(access, entry))
    .flatMap(({ sentinels }) => sentinels);
  return { status: 200, sentinels: new Set([resource.id, ...visibleSentinels]) };
}

function mayKnowResource(access: Access, resource: WorldResource | DeletedResource): boolean {
  return 'tiles' in resource ? access.maySee(resource.id) : access.isAdministrator;
}

type Entry = {
  readonly edit: PastEdit | { readonly kind: 'tile create'; readonly nodegroupId: string };
  /** Whether the resource instance was deleted later. */
  readonly isBeforeDeletion: boolean;
  readonly sentinels: readonly string[];
};

/** Administrators see all contents. Others see those of edits that they may read, if the resource instance was not deleted later. */
function isContentShown(access: Access, { edit, isBeforeDeletion }: Entry): boolean {
  if (access.isAdministrator) return true;
  if (edit.kind === 'delete' || isBeforeDeletion) return false;
  if (edit.kind === 'relation delete') {
    const { from, to } = edit.relation;
    return access.maySee(from) && access.maySee(to);
  }
  return access.mayRead(edit.nodegroupId);
}

/** The creations of the tiles that exist, and the past edits. */
function entriesOf(access: Access, resource: WorldResource | DeletedResource): readonly Entry[] {
  const { past } = resource;
  const tiles = 'tiles' in resource ? resource.tiles : [];
  const lastDeletion = past.findLastIndex(({ kind }) => kind === 'delete');
  const creationEntries = tiles.map((tile): Entry => ({
    edit: { kind: 'tile create', nodegroupId: tile.nodegroupId },
    isBeforeDeletion: lastDeletion >= 0,
    // Edits do not show the parent of a tile.
    sentinels: tileSentinels(access, { ...tile, values: firstValues(tile, past) }, new Set()),
  }));
  const pastEntries = past.map((edit, index): Entry => ({
    edit,
    isBeforeDeletion: index < lastDeletion,
    sentinels: editSentinels(edit, tiles),
  }));
  return [...creationEntries, ...pastEntries];
}

/** The values of a tile at its creation: those before its only edit, or the present ones. */
function firstValues({ id, values }: WorldTile, past: readonly PastEdit[]): WorldTile['values'] {
  return (
    past.flatMap((edit) => ('tileId' in edit && edit.tileId === id ? [edit.values] : []))[0] ??
    values
  );
}

/** The values before and after an edit. */
function editSentinels(edit: PastEdit, tiles: readonly WorldTile[]): readonly string[] {
  if (edit.kind === 'delete') return [edit.name];
  if (edit.kind === 'relation delete') return sentinelsOf(edit.relation);
  const remainingTiles =
    edit.kind === 'tile edit' ? tiles.filter(({ id }) => id === edit.tileId) : [];
  return [
    edit.tileId,
    edit.nodegroupId,
    ...[edit, ...remainingTiles].flatMap(({ values }) => valueSentinels(values)),
  ];
}

export const requests: RequestsByOperation = { 'get-resource-history': historyRequests };
