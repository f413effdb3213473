import { inTurn, type Asking, type Questions, type Expected } from './question.ts';
import { inTile, inValues, notVisible } from './resource-questions.ts';
import { mayDoEverything, mayRead, mayReadHistory, maySee } from './rules.ts';
import { sentinelsOf, unknownId } from './sentinels.ts';
import { isThere } from './texts.ts';
import {
  nodegroupsOf,
  theOne,
  type Caller,
  type GoneResource,
  type PastEdit,
  type Resource,
  type Tile,
  type World,
} from './world.ts';

/** GET /resources/{resource_instance_id}/history, of what is there and of what is there no longer. */
const historyQuestions: Asking = (world, turn) => [
  ...inTurn(world.resources, turn, 3).map((resource) => ({
    path: `/resources/${resource.id}/history`,
    expected: (caller: Caller) => expected(world, caller, resource),
  })),
  ...inTurn(world.gone, turn, 1).map((resource) => ({
    path: `/resources/${resource.id}/history`,
    expected: (caller: Caller) => expected(world, caller, resource),
  })),
];

function expected(world: World, caller: Caller, resource: Resource | GoneResource): Expected {
  const like = `/resources/${unknownId}/history`;
  const hasRight = mayReadHistory(world, caller);
  if (caller === null && !hasRight) return { status: 401, sentinels: new Set(), like };
  if (!maySeeAny(world, caller, resource)) return notVisible(world, caller, like);
  if (!hasRight) return { status: 403, sentinels: new Set() };
  const told = entriesOf(world, caller, resource)
    .filter((entry) => isTold(world, caller, entry))
    .flatMap(({ shows }) => shows);
  return { status: 200, sentinels: new Set([resource.id, ...told]) };
}

function maySeeAny(world: World, caller: Caller, resource: Resource | GoneResource): boolean {
  return 'tiles' in resource ? maySee(world, caller, resource) : mayDoEverything(world, caller);
}

/** An entry of the history. */
type Entry = {
  readonly edit: PastEdit | { readonly kind: 'tile create'; readonly nodegroupId: string };
  /** Whether the resource instance was deleted after it. */
  readonly isOfEarlierLife: boolean;
  readonly shows: readonly string[];
};

/** Who may be told of an entry; creation and deletion show nothing but to administrators. */
function isTold(world: World, caller: Caller, { edit, isOfEarlierLife }: Entry): boolean {
  if (mayDoEverything(world, caller)) return true;
  if (edit.kind === 'delete' || isOfEarlierLife) return false;
  if (edit.kind === 'relation delete') {
    const { from, to } = edit.relation;
    return isThere(world, caller, from) && isThere(world, caller, to);
  }
  return mayRead(world, caller, theOne(nodegroupsOf(world), edit.nodegroupId));
}

/** The creation of each tile that is there, and what was done since. */
function entriesOf(
  world: World,
  caller: Caller,
  resource: Resource | GoneResource,
): readonly Entry[] {
  const { past } = resource;
  const tiles = 'tiles' in resource ? resource.tiles : [];
  const lastDeletion = past.findLastIndex(({ kind }) => kind === 'delete');
  const created = tiles.map((tile): Entry => ({
    edit: { kind: 'tile create', nodegroupId: tile.nodegroupId },
    isOfEarlierLife: lastDeletion >= 0,
    // An edit does not tell where its tile hangs.
    shows: inTile(world, caller, { ...tile, values: firstValues(tile, past) }, new Set()),
  }));
  const since = past.map((edit, place): Entry => ({
    edit,
    isOfEarlierLife: place < lastDeletion,
    shows: shownBy(edit, tiles),
  }));
  return [...created, ...since];
}

/** What a tile held when it was created: what its only edit found there, or what it holds. */
function firstValues({ id, values }: Tile, past: readonly PastEdit[]): Tile['values'] {
  return (
    past.flatMap((edit) => ('tileId' in edit && edit.tileId === id ? [edit.values] : []))[0] ??
    values
  );
}

/** What an edit found, and what it left. */
function shownBy(edit: PastEdit, tiles: readonly Tile[]): readonly string[] {
  if (edit.kind === 'delete') return [edit.name];
  if (edit.kind === 'relation delete') return sentinelsOf(edit.relation);
  const left = edit.kind === 'tile edit' ? tiles.filter(({ id }) => id === edit.tileId) : [];
  return [
    edit.tileId,
    edit.nodegroupId,
    ...[edit, ...left].flatMap(({ values }) => inValues(values)),
  ];
}

export const questions: Questions = { 'get-resource-history': historyQuestions };
