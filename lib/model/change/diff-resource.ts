import type { NodegroupId, ResourceId, TileId } from '../ids.ts';
import { createModelLookup, type ChangeAuthor, type ChangeContext } from './change-context.ts';
import type { NamingSources } from '../descriptors/compute-descriptors.ts';
import { recomputeDescriptors, type StoredDescriptors } from './recompute-descriptors.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTiles } from './intended-tiles.ts';
import { tileLanguages } from './tile-languages.ts';
import { planTileChanges } from './plan-tile-changes.ts';
import type { PlannedTileChange } from './planned-tile-change.ts';
import { isOwnProposal, listProposalAuthors } from './proposals.ts';
import type { ResourceChange } from './resource-change.ts';
import type { StoredResource, StoredTile } from './stored-resource.ts';
import {
  applyReviewRules,
  hasAuthoritativeTile,
  listPendingTileIds,
  findUnproposableMoves,
} from './apply-review-rules.ts';
import { applyTileWrites, toTileWriteRows, type TileWrite } from './tile-writes.ts';
import { listTilesToCheck, planUniqueChecks } from './uniqueness.ts';

/** The resource instance before the change. */
export type ResourceBefore =
  | { readonly kind: 'new'; readonly resourceId: ResourceId }
  | {
      readonly kind: 'stored';
      readonly resource: StoredResource;
      readonly descriptors: StoredDescriptors;
    };

/** The target state of a resource instance. */
export type IntendedResource = {
  readonly intendedTiles: IntendedTiles;
  /** Undefined keeps the stored id. */
  readonly legacyId: string | null | undefined;
  /** JSON Pointer to the legacy id in the document. */
  readonly legacyIdPointer?: string;
};

/** How the intended state differs from the stored one, or why it cannot be stored. */
export type ResourceDiff =
  | { readonly kind: 'unchanged'; readonly pending: readonly TileId[] }
  | {
      readonly kind: 'change';
      /** The tiles that wait for a reviewer. */
      readonly pending: readonly TileId[];
      readonly change: ResourceChange;
      readonly tileWrites: readonly TileWrite[];
      /** In no particular order. */
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
  const storedTiles = before.kind === 'stored' ? before.resource.tiles : [];
  const { plannedTileChanges, problems: tileProblems } = planTileChanges(
    { tiles: storedTiles },
    intendedTiles,
    context,
  );
  const keepsLegacyId =
    before.kind === 'stored' && (legacyId === undefined || legacyId === before.resource.legacyId);
  const problems = author.isReviewer
    ? tileProblems
    : [
        ...tileProblems,
        ...findUnproposableMoves(plannedTileChanges, author),
        ...(keepsLegacyId ? [] : findUnproposableLegacyId(before, intendedResource)),
      ];
  const forbiddenDiff = findForbiddenDiff(plannedTileChanges, author);
  if (forbiddenDiff !== undefined) return forbiddenDiff;
  if (problems.length > 0) return { kind: 'refused', problems };
  const pending = listPendingTileIds(plannedTileChanges, author);
  const tileWrites = applyReviewRules(plannedTileChanges, storedTiles, author, context.now);
  const tilesAfter = applyTileWrites(storedTiles, tileWrites);
  const model = createModelLookup(context.graph);
  if (before.kind === 'stored' && keepsLegacyId && tileWrites.length === 0)
    return { kind: 'unchanged', pending };
  const proposers = findProposers(before, tileWrites, keepsLegacyId, author);
  const changedNodegroupIds = new Set(
    tileWrites.flatMap(({ before, after }) => (after ?? before)?.nodegroupId ?? []),
  );
  const languages = tileWrites.flatMap(({ after }) =>
    tileLanguages(after?.data ?? {}, model.nodes),
  );
  const header = buildHeader(before);
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
      tiles: tileWrites.flatMap((write) => toTileWriteRows(write, header.resourceId)),
      languages: [...new Set(languages)],
      uniqueChecks: planUniqueChecks(
        listTilesToCheck(plannedTileChanges, header.resourceId),
        model,
      ),
    },
  };
}

/** Returns the accounts whose proposals a change stores or removes, or null, as in ResourceChange. */
function findProposers(
  before: ResourceBefore,
  tileWrites: readonly TileWrite[],
  keepsLegacyId: boolean,
  { accountId, isReviewer }: ChangeAuthor,
): ResourceChange['proposers'] {
  if (!isReviewer) return [accountId];
  if (before.kind === 'new' || !keepsLegacyId || hasAuthoritativeTile(tileWrites)) return null;
  if (before.resource.isProposed) return [];
  const authors = new Set(
    tileWrites.flatMap(({ before: tile }) => listProposalAuthors(tile?.provisionalEdits)),
  );
  // A change to the proposals of several accounts is stored like one that takes effect at once.
  return authors.size === 1 ? [...authors] : null;
}

/** Reports a changed legacy id. It can be proposed together with a new resource instance, but not for an authoritative one. */
function findUnproposableLegacyId(
  before: ResourceBefore,
  { legacyIdPointer: pointer = '' }: IntendedResource,
): readonly DocumentProblem[] {
  if (before.kind === 'new' || before.resource.isProposed) return [];
  const message =
    'Your changes need a review, and only values can be reviewed: leave legacyid as stored, or ask a reviewer to change it.';
  return [{ code: 'legacyid_not_proposable', pointer, message }];
}

function buildHeader(
  before: ResourceBefore,
): Pick<ResourceChange, 'kind' | 'resourceId' | 'version'> {
  return before.kind === 'new'
    ? { kind: 'Create', resourceId: before.resourceId, version: null }
    : {
        kind: 'Update',
        resourceId: before.resource.resourceId,
        version: before.resource.version,
      };
}

function findForbiddenDiff(
  plannedChanges: readonly PlannedTileChange[],
  { accountId, rights }: ChangeAuthor,
): (ResourceDiff & { readonly kind: 'forbidden' }) | undefined {
  const listForbiddenNodegroups = (
    right: 'canWrite' | 'canDelete',
    isRelevant: (tileChange: PlannedTileChange) => boolean,
  ) => [
    ...new Set(
      plannedChanges
        .filter(isRelevant)
        .map((tileChange) =>
          tileChange.change === 'delete' ? tileChange.before : tileChange.after,
        )
        .map(({ nodegroupId }) => nodegroupId)
        // Unreadable nodegroups are absent from `rights`: planning reports them as unknown.
        .filter((nodegroupId) => rights.get(nodegroupId)?.[right] === false),
    ),
  ];
  const forbiddenWrites = listForbiddenNodegroups(
    'canWrite',
    (tileChange) => tileChange.change !== 'delete',
  );
  const forbiddenDeletions = listForbiddenNodegroups(
    'canDelete',
    (tileChange) => tileChange.change === 'delete' && !isOwnProposal(tileChange.before, accountId),
  );
  return forbiddenWrites.length + forbiddenDeletions.length === 0
    ? undefined
    : { kind: 'forbidden', write: forbiddenWrites, delete: forbiddenDeletions };
}
