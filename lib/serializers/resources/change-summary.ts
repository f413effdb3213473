import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { TileDifference } from '../../model/change/tile-difference.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { ReferrerList } from '../../queries/resources/referrers.ts';

/** The result of a dry run. */
export type ChangeSummary = {
  /** The URI of the resource instance. */
  readonly resource: string;
  readonly change: 'create' | 'update' | 'delete' | 'none';
  readonly tileDifferences: readonly TileDifference[];
  /** The legacy id, if it would change. */
  readonly legacyId?: { readonly before: string | null; readonly after: string | null } | undefined;
  /** Other resource instances whose references to this one would be removed. */
  readonly referrers?: ReferrerList;
  /** The tiles that would wait for a reviewer. */
  readonly pendingTileIds?: readonly string[];
  /** The parts of the document that would be ignored; absent if there are none. */
  readonly ignored?: readonly DocumentProblem[];
};

/** Limits the list of ignored parts to a readable length. */
const maxIgnored = 200;

/**
 * Writes the document of a dry run.
 * @rule Writing: What does a dry run answer?
 */
export function writeChangeSummary({
  resource,
  change,
  tileDifferences,
  legacyId,
  referrers,
  pendingTileIds = [],
  ignored = [],
}: ChangeSummary): string {
  const entriesOf = (kind: TileDifference['change']) =>
    tileDifferences.filter((tile) => tile.change === kind).map(toTileEntry);
  return JSON.stringify({
    dry_run: true,
    resource,
    change,
    ...(legacyId === undefined ? {} : { legacyid: legacyId }),
    tiles: {
      created: entriesOf('create'),
      changed: entriesOf('update'),
      deleted: entriesOf('delete'),
    },
    ...(pendingTileIds.length === 0 ? {} : { pending_review: pendingTileIds }),
    ...(referrers === undefined
      ? {}
      : { referrers: { resources: referrers.resources, hidden: referrers.unreadable } }),
    ...(ignored.length === 0
      ? {}
      : {
          ignored: {
            total: ignored.length,
            first: ignored.slice(0, maxIgnored).map(toIgnoredPart),
          },
        }),
  });
}

function toIgnoredPart({ code, pointer, message }: DocumentProblem) {
  return { code, pointer, detail: message };
}

function toTileEntry({ before, after }: TileDifference) {
  const tile = after ?? before;
  return {
    tileid: tile?.tileId,
    nodegroup_id: tile?.nodegroupId,
    parenttile_id: tile?.parentTileId,
    before: valuesOf(before),
    after: valuesOf(after),
  };
}

function valuesOf(tile: StoredTile | null) {
  if (tile === null) return null;
  const { sortOrder, data, provisionalEdits } = tile;
  return { sortorder: sortOrder, data, provisionaledits: provisionalEdits };
}
