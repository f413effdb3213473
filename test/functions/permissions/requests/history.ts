import type { Access } from '../../../support/world/access.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type ExpectedAnswer,
  type WalkRequest,
} from '../walk-request.ts';
import { browserAccept } from '../../pages/data-pages.ts';
import { linkedSentinels } from '../linked-shape.ts';
import { expectedModel } from './graph.ts';
import { readableNames } from './page.ts';
import { tileSentinels, valueSentinels, notVisibleAnswer } from './resource.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import {
  type DeletedResource,
  type PastEdit,
  type WorldResource,
  type WorldTile,
  type World,
} from '../../../support/world/world.ts';

/** GET /resources/{resource_instance_id}/history, of existing and of deleted resource instances, as JSON and as a page. */
const historyRequests: ChooseRequests = (world, turn) =>
  [...rotate(world.resources, turn, 3), ...rotate(world.deleted, turn, 1)].flatMap(
    (resource): readonly WalkRequest[] => [
      {
        path: `/resources/${resource.id}/history`,
        expected: (access) => expectedHistory(access, resource),
      },
      {
        path: `/resources/${resource.id}/history?limit=100`,
        headers: { accept: browserAccept },
        expected: (access) => expectedPage(world, access, resource),
      },
    ],
  );

/** The page shows the values of the JSON as people read them. Its errors repeat the path in the link to the sign-in. */
function expectedPage(
  world: World,
  access: Access,
  resource: WorldResource | DeletedResource,
): ExpectedAnswer {
  const { status, sentinels } = expectedHistory(access, resource);
  if (status !== 200) return { status, sentinels: new Set(), mayShow: new Set([resource.id]) };
  const shownTiles = entriesOf(access, resource)
    .filter((entry) => isContentShown(access, entry))
    .flatMap(({ tiles }) => tiles);
  const tileValues = shownTiles.flatMap(({ values }) => Object.values(values));
  const view = { world, access, resource: { legacyId: null, tiles: [], ...resource } };
  const model = world.models.find(({ graphId }) => graphId === resource.graphId);
  return {
    status,
    sentinels: new Set([
      resource.id,
      ...tileValues
        .filter(({ refersTo, features }) => refersTo.length + features.length === 0)
        .flatMap(({ displayed }) => displayed['en-US']),
    ]),
    mayShow: new Set([
      ...sentinels,
      ...linkedSentinels(view, shownTiles),
      ...('tiles' in resource ? readableNames(world, access, resource) : []),
      ...world.resources
        .filter(({ id }) => sentinels.has(id) && access.maySee(id))
        .flatMap((end) => readableNames(world, access, end)),
      ...(model === undefined ? [] : expectedModel(world, access, model, '').sentinels),
    ]),
  };
}

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
  /** The states of a tile before and after the edit. */
  readonly tiles: readonly WorldTile[];
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
  const creationEntries = tiles.map((tile): Entry => {
    const firstState = { ...tile, values: firstValues(tile, past) };
    return {
      edit: { kind: 'tile create', nodegroupId: tile.nodegroupId },
      isBeforeDeletion: lastDeletion >= 0,
      // Edits do not show the parent of a tile.
      sentinels: tileSentinels(access, firstState, new Set()),
      tiles: [firstState],
    };
  });
  const pastEntries = past.map((edit, index): Entry => ({
    edit,
    isBeforeDeletion: index < lastDeletion,
    sentinels: editSentinels(edit, tiles),
    tiles: editStates(edit, tiles),
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

/** The states of the tile before and after an edit. */
function editStates(edit: PastEdit, tiles: readonly WorldTile[]): readonly WorldTile[] {
  if (edit.kind === 'delete' || edit.kind === 'relation delete') return [];
  const { tileId: id, nodegroupId, values } = edit;
  const before = { id, nodegroupId, values, parentId: null, sortOrder: 0, proposals: [] };
  return [before, ...(edit.kind === 'tile edit' ? tiles.filter((tile) => tile.id === id) : [])];
}

export const requests: RequestsByOperation = { 'get-resource-history': historyRequests };
