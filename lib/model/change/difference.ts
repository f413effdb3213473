import type { NodegroupId, ResourceId, TileId } from '../ids.ts';
import { modelById, type ChangeAuthor, type ChangeContext } from './change-context.ts';
import type { NamingSources } from '../descriptors/describe.ts';
import { descriptorsAfter, type StoredTexts } from './descriptors-after.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { Intended } from './intended.ts';
import { languagesOf } from './languages.ts';
import { planTiles, type PlannedTile } from './plan-tiles.ts';
import type { ResourceChange } from './resource-change.ts';
import type { StoredResource, StoredTile } from './stored.ts';
import {
  pendingTiles,
  somethingCounts,
  tileChange,
  tilesAfter,
  unproposablePlaces,
  writtenTiles,
  type WrittenTile,
} from './tile-changes.ts';
import { tilesToCheck, uniqueChecks } from './uniqueness.ts';

/** A resource instance before a change. */
export type Before =
  | { readonly kind: 'new'; readonly resourceId: ResourceId }
  | {
      readonly kind: 'stored';
      readonly resource: StoredResource;
      readonly described: StoredTexts;
    };

/** What a resource instance itself and its tiles are to become. */
export type IntendedResource = {
  readonly intended: Intended;
  /** Undefined: as it is stored. */
  readonly legacyId: string | null | undefined;
  /** JSON Pointer to what names it in the document. */
  readonly legacyIdPointer?: string;
};

/** What becomes of a resource instance. */
export type Difference =
  | { readonly kind: 'unchanged'; readonly pending: readonly TileId[] }
  | {
      readonly kind: 'change';
      /** The tiles that wait for a reviewer. */
      readonly pending: readonly TileId[];
      readonly change: ResourceChange;
      readonly written: readonly WrittenTile[];
      /** In no order. */
      readonly after: readonly StoredTile[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] }
  | {
      /** Nodegroups that the writer may read, but not change so. */
      readonly kind: 'forbidden';
      readonly write: readonly NodegroupId[];
      readonly delete: readonly NodegroupId[];
    };

/**
 * The difference between what is intended and what is stored: all that is ever written. Everything that is wrong is told at once;
 * what is stored already is right as it is.
 */
export function difference(
  before: Before,
  intendedResource: IntendedResource,
  sources: NamingSources,
  context: ChangeContext,
): Difference {
  const { intended, legacyId } = intendedResource;
  const { author } = context;
  const stored = before.kind === 'stored' ? before.resource.tiles : [];
  const { planned, problems: ownProblems } = planTiles({ tiles: stored }, intended, context);
  const keepsLegacyId =
    before.kind === 'stored' && (legacyId === undefined || legacyId === before.resource.legacyId);
  const problems = author.isReviewer
    ? ownProblems
    : [
        ...ownProblems,
        ...unproposablePlaces(planned, author),
        ...(keepsLegacyId ? [] : unproposableLegacyId(before, intendedResource)),
      ];
  const forbidden = forbiddenBy(planned, context.author);
  if (forbidden !== undefined) return forbidden;
  if (problems.length > 0) return { kind: 'refused', problems };
  const pending = pendingTiles(planned, author);
  const written = writtenTiles(planned, stored, author, context.now);
  const after = tilesAfter(stored, written);
  const model = modelById(context.graph);
  if (before.kind === 'stored' && keepsLegacyId && written.length === 0)
    return { kind: 'unchanged', pending };
  const proposers = proposersOf(before, written, keepsLegacyId, author);
  const touched = new Set(
    written.flatMap((tile) => (tile.after ?? tile.before)?.nodegroupId ?? []),
  );
  const languages = written.flatMap((tile) => languagesOf(tile.after?.data ?? {}, model.nodes));
  const header = headerOf(before);
  return {
    kind: 'change',
    pending,
    written,
    after,
    change: {
      ...header,
      graphId: context.graph.graphId,
      proposers,
      legacyId: keepsLegacyId ? undefined : (legacyId ?? null),
      createdAt: null,
      // What is only proposed has no names, and gives none.
      described:
        proposers === null
          ? descriptorsAfter(
              context.graph,
              header.resourceId,
              before.kind === 'stored' && !before.resource.isProposed
                ? before.described
                : undefined,
              touched,
              after.filter(({ isProposed }) => !isProposed),
              { ...sources, languages: [...new Set([...sources.languages, ...languages])] },
            )
          : undefined,
      textsStamp: before.kind === 'stored' ? before.described.stamp : null,
      tiles: written.flatMap((tile) => tileChange(tile, header.resourceId)),
      languages: [...new Set(languages)],
      uniqueChecks: uniqueChecks(tilesToCheck(planned, header.resourceId), model),
    },
  };
}

/** Whose proposals a change is nothing but; null where something of it counts. */
function proposersOf(
  before: Before,
  written: readonly WrittenTile[],
  keepsLegacyId: boolean,
  { accountId, isReviewer }: ChangeAuthor,
): ResourceChange['proposers'] {
  if (!isReviewer) return [accountId];
  const isProposed = before.kind === 'stored' && before.resource.isProposed;
  return isProposed && keepsLegacyId && !somethingCounts(written) ? [] : null;
}

/** A legacy id waits with a resource instance that is only proposed; one that counts keeps its own. */
function unproposableLegacyId(
  before: Before,
  { legacyIdPointer: pointer = '' }: IntendedResource,
): readonly DocumentProblem[] {
  if (before.kind === 'new' || before.resource.isProposed) return [];
  const message =
    'What your account writes waits for a reviewer, and values alone can wait: leave legacyid as stored, or ask a reviewer to change it.';
  return [{ code: 'legacyid_not_proposable', pointer, message }];
}

function headerOf(before: Before): Pick<ResourceChange, 'kind' | 'resourceId' | 'version'> {
  return before.kind === 'new'
    ? { kind: 'Create', resourceId: before.resourceId, version: null }
    : {
        kind: 'Update',
        resourceId: before.resource.resourceId,
        version: before.resource.version,
      };
}

function forbiddenBy(
  planned: readonly PlannedTile[],
  { rights }: ChangeAuthor,
): (Difference & { readonly kind: 'forbidden' }) | undefined {
  const refused = (right: 'canWrite' | 'canDelete', isAsked: (plan: PlannedTile) => boolean) => [
    ...new Set(
      planned
        .filter(isAsked)
        .map((plan) => (plan.change === 'delete' ? plan.before : plan.after).nodegroupId)
        // What the writer may not read is told as unknown by the plan, and not as there.
        .filter((nodegroupId) => rights.get(nodegroupId)?.[right] === false),
    ),
  ];
  const write = refused('canWrite', (plan) => plan.change !== 'delete');
  const remove = refused('canDelete', (plan) => plan.change === 'delete');
  return write.length + remove.length === 0
    ? undefined
    : { kind: 'forbidden', write, delete: remove };
}
