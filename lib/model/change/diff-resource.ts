import type { NodegroupId, ResourceId, TileId } from '../ids.ts';
import { createModelLookup, type ChangeAuthor, type ChangeContext } from './change-context.ts';
import type { NamingSources } from '../descriptors/compute-descriptors.ts';
import { recomputeDescriptors, type StoredDescriptors } from './recompute-descriptors.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTiles } from './intended-tiles.ts';
import { tileLanguages } from './tile-languages.ts';
import { planTileChanges, type PlannedTileChange } from './plan-tile-changes.ts';
import { proposalAuthors } from './proposals.ts';
import type { ResourceChange } from './resource-change.ts';
import type { StoredResource, StoredTile } from './stored-resource.ts';
import {
  applyReviewRules,
  hasAuthoritativeTile,
  pendingTileIds,
  findUnproposableMoves,
} from './apply-review-rules.ts';
import { applyTileWrites, toTileChanges, type TileWrite } from './tile-writes.ts';
import { tilesToCheck, planUniqueChecks } from './uniqueness.ts';

export type ResourceBefore =
  | { readonly kind: 'new'; readonly resourceId: ResourceId }
  | {
      readonly kind: 'stored';
      readonly resource: StoredResource;
      readonly descriptors: StoredDescriptors;
    };

export type IntendedResource = {
  readonly intendedTiles: IntendedTiles;
  /** Undefined keeps the stored id. */
  readonly legacyId: string | null | undefined;
  /** JSON Pointer to the legacy id in the document. */
  readonly legacyIdPointer?: string;
};

export type ResourceDiff =
  | { readonly kind: 'unchanged'; readonly pending: readonly TileId[] }
  | {
      readonly kind: 'change';
      /** The tiles that wait for a reviewer. */
      readonly pending: readonly TileId[];
      readonly change: ResourceChange;
      readonly tileWrites: readonly TileWrite[];
      /** Unordered. */
      readonly tilesAfter: readonly StoredTile[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] }
  | {
      /** The nodegroups that the author can read but has no right to change in this way. */
      readonly kind: 'forbidden';
      readonly write: readonly NodegroupId[];
      readonly delete: readonly NodegroupId[];
    };

/**
 * Compares the intended tiles with the stored ones. Only changed values are validated, and all problems are
 * reported together.
 */
export function diffResource(
  before: ResourceBefore,
  intendedResource: IntendedResource,
  sources: NamingSources,
  context: ChangeContext,
): ResourceDiff {
  const { intendedTiles, legacyId } = intendedResource;
  const { author } = context;
  const stored = before.kind === 'stored' ? before.resource.tiles : [];
  const { planned, problems: tileProblems } = planTileChanges(
    { tiles: stored },
    intendedTiles,
    context,
  );
  const keepsLegacyId =
    before.kind === 'stored' && (legacyId === undefined || legacyId === before.resource.legacyId);
  const problems = author.isReviewer
    ? tileProblems
    : [
        ...tileProblems,
        ...findUnproposableMoves(planned, author),
        ...(keepsLegacyId ? [] : unproposableLegacyId(before, intendedResource)),
      ];
  const forbidden = findForbiddenDiff(planned, author);
  if (forbidden !== undefined) return forbidden;
  if (problems.length > 0) return { kind: 'refused', problems };
  const pending = pendingTileIds(planned, author);
  const tileWrites = applyReviewRules(planned, stored, author, context.now);
  const tilesAfter = applyTileWrites(stored, tileWrites);
  const model = createModelLookup(context.graph);
  if (before.kind === 'stored' && keepsLegacyId && tileWrites.length === 0)
    return { kind: 'unchanged', pending };
  const proposers = proposersOf(before, tileWrites, keepsLegacyId, author);
  const changedNodegroupIds = new Set(
    tileWrites.flatMap(({ before, after }) => (after ?? before)?.nodegroupId ?? []),
  );
  const languages = tileWrites.flatMap(({ after }) =>
    tileLanguages(after?.data ?? {}, model.nodes),
  );
  const header = headerOf(before);
  return {
    kind: 'change',
    pending,
    tileWrites,
    tilesAfter,
    change: {
      ...header,
      graphId: context.graph.graphId,
      proposers,
      legacyId: keepsLegacyId ? undefined : (legacyId ?? null),
      createdAt: null,
      // A resource instance that consists only of proposals has no descriptors, and no other descriptors contain it.
      descriptors:
        proposers === null
          ? recomputeDescriptors(
              context.graph,
              header.resourceId,
              before.kind === 'stored' && !before.resource.isProposed
                ? before.descriptors
                : undefined,
              changedNodegroupIds,
              tilesAfter.filter(({ isProposed }) => !isProposed),
              { ...sources, languages: [...new Set([...sources.languages, ...languages])] },
            )
          : undefined,
      descriptorsStamp:
        proposers === null && before.kind === 'stored' ? before.descriptors.stamp : null,
      tiles: tileWrites.flatMap((write) => toTileChanges(write, header.resourceId)),
      languages: [...new Set(languages)],
      uniqueChecks: planUniqueChecks(tilesToCheck(planned, header.resourceId), model),
    },
  };
}

/** The accounts whose proposals a change stores or removes, or null: see ResourceChange. */
function proposersOf(
  before: ResourceBefore,
  written: readonly TileWrite[],
  keepsLegacyId: boolean,
  { accountId, isReviewer }: ChangeAuthor,
): ResourceChange['proposers'] {
  if (!isReviewer) return [accountId];
  if (before.kind === 'new' || !keepsLegacyId || hasAuthoritativeTile(written)) return null;
  if (before.resource.isProposed) return [];
  const authors = new Set(
    written.flatMap(({ before: tile }) => proposalAuthors(tile?.provisionalEdits)),
  );
  // The proposals of several accounts are counted as a change for all callers.
  return authors.size === 1 ? [...authors] : null;
}

/** A legacy id can be proposed together with a new resource instance, but not for an authoritative one. */
function unproposableLegacyId(
  before: ResourceBefore,
  { legacyIdPointer: pointer = '' }: IntendedResource,
): readonly DocumentProblem[] {
  if (before.kind === 'new' || before.resource.isProposed) return [];
  const message =
    'Your changes need a review, and only values can be reviewed: leave legacyid as stored, or ask a reviewer to change it.';
  return [{ code: 'legacyid_not_proposable', pointer, message }];
}

function headerOf(before: ResourceBefore): Pick<ResourceChange, 'kind' | 'resourceId' | 'version'> {
  return before.kind === 'new'
    ? { kind: 'Create', resourceId: before.resourceId, version: null }
    : {
        kind: 'Update',
        resourceId: before.resource.resourceId,
        version: before.resource.version,
      };
}

function findForbiddenDiff(
  planned: readonly PlannedTileChange[],
  { rights }: ChangeAuthor,
): (ResourceDiff & { readonly kind: 'forbidden' }) | undefined {
  const forbiddenNodegroups = (
    right: 'canWrite' | 'canDelete',
    isRelevant: (plan: PlannedTileChange) => boolean,
  ) => [
    ...new Set(
      planned
        .filter(isRelevant)
        .map((plan) => (plan.change === 'delete' ? plan.before : plan.after).nodegroupId)
        // Unreadable nodegroups are absent from `rights`: planning reports them as unknown.
        .filter((nodegroupId) => rights.get(nodegroupId)?.[right] === false),
    ),
  ];
  const write = forbiddenNodegroups('canWrite', (plan) => plan.change !== 'delete');
  const deletions = forbiddenNodegroups('canDelete', (plan) => plan.change === 'delete');
  return write.length + deletions.length === 0
    ? undefined
    : { kind: 'forbidden', write, delete: deletions };
}
