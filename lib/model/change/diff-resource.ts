import type { NodegroupId, ResourceId, TileId } from '../ids.ts';
import { createModelLookup, type Author, type ComparisonContext } from './comparison-context.ts';
import type { NamingSources } from '../descriptors/compute-descriptors.ts';
import { recomputeDescriptors, type StoredDescriptors } from './recompute-descriptors.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedResource } from './intended-resource.ts';
import { tileLanguages } from './tile-languages.ts';
import { diffTiles } from './diff-tiles.ts';
import { isOwnProposal, listProposalAuthors } from './proposals.ts';
import { toTileWrite, type ResourceWrite } from './resource-write.ts';
import type { StoredResource, StoredTile } from './stored-resource.ts';
import {
  applyReviewRules,
  hasAuthoritativeTile,
  listPendingTileIds,
  findUnproposableMoves,
} from './apply-review-rules.ts';
import { applyTileDifferences, type TileDifference } from './tile-difference.ts';
import { listTilesToCheck, planUniqueChecks } from './uniqueness.ts';

/** The resource instance before the change. */
export type ResourceBefore =
  | { readonly kind: 'new'; readonly resourceId: ResourceId }
  | {
      readonly kind: 'stored';
      readonly resource: StoredResource;
      readonly descriptors: StoredDescriptors;
    };

/** How the intended state differs from the stored one, or why it cannot be stored. */
export type ResourceDifference =
  | { readonly kind: 'unchanged'; readonly pending: readonly TileId[] }
  | {
      readonly kind: 'changed';
      /** The tiles that wait for a reviewer. */
      readonly pending: readonly TileId[];
      readonly write: ResourceWrite;
      /** After the review rules. */
      readonly tiles: readonly TileDifference[];
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
  intended: IntendedResource,
  sources: NamingSources,
  context: ComparisonContext,
): ResourceDifference {
  const { legacyId } = intended;
  const { author } = context;
  const storedTiles = before.kind === 'stored' ? before.resource.tiles : [];
  const { differences, problems: tileProblems } = diffTiles(storedTiles, intended, context);
  const keepsLegacyId =
    before.kind === 'stored' && (legacyId === undefined || legacyId === before.resource.legacyId);
  const problems = author.isReviewer
    ? tileProblems
    : [
        ...tileProblems,
        ...findUnproposableMoves(differences, author),
        ...(keepsLegacyId ? [] : findUnproposableLegacyId(before, intended)),
      ];
  const forbidden = findForbiddenDifferences(differences, author);
  if (forbidden !== undefined) return forbidden;
  if (problems.length > 0) return { kind: 'refused', problems };
  const pending = listPendingTileIds(differences, author);
  const tiles = applyReviewRules(differences, storedTiles, author, context.now);
  const tilesAfter = applyTileDifferences(storedTiles, tiles);
  const model = createModelLookup(context.graph);
  if (before.kind === 'stored' && keepsLegacyId && tiles.length === 0)
    return { kind: 'unchanged', pending };
  const proposers = findProposers(before, tiles, keepsLegacyId, author);
  const changedNodegroupIds = new Set(
    tiles.map(({ before, after }) => (after ?? before).nodegroupId),
  );
  const languages = tiles.flatMap(({ after }) => tileLanguages(after?.data ?? {}, model.nodes));
  const header = buildHeader(before);
  return {
    kind: 'changed',
    pending,
    tiles,
    tilesAfter,
    write: {
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
      tiles: tiles.map((difference) => toTileWrite(difference, header.resourceId)),
      languages: [...new Set(languages)],
      uniqueChecks: planUniqueChecks(listTilesToCheck(differences, header.resourceId), model),
    },
  };
}

/** Returns the accounts whose proposals a change stores or removes, or null, as in ResourceWrite. */
function findProposers(
  before: ResourceBefore,
  tiles: readonly TileDifference[],
  keepsLegacyId: boolean,
  { accountId, isReviewer }: Author,
): ResourceWrite['proposers'] {
  if (!isReviewer) return [accountId];
  if (before.kind === 'new' || !keepsLegacyId || hasAuthoritativeTile(tiles)) return null;
  if (before.resource.isProposed) return [];
  const authors = new Set(
    tiles.flatMap(({ before: tile }) => listProposalAuthors(tile?.provisionalEdits)),
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
): Pick<ResourceWrite, 'kind' | 'resourceId' | 'version'> {
  return before.kind === 'new'
    ? { kind: 'Create', resourceId: before.resourceId, version: null }
    : {
        kind: 'Update',
        resourceId: before.resource.resourceId,
        version: before.resource.version,
      };
}

function findForbiddenDifferences(
  differences: readonly TileDifference[],
  { accountId, rights }: Author,
): (ResourceDifference & { readonly kind: 'forbidden' }) | undefined {
  const listForbiddenNodegroups = (
    right: 'canWrite' | 'canDelete',
    isRelevant: (difference: TileDifference) => boolean,
  ) => [
    ...new Set(
      differences
        .filter(isRelevant)
        .map(({ before, after }) => (after ?? before).nodegroupId)
        // Unreadable nodegroups are absent from `rights`: planning reports them as unknown.
        .filter((nodegroupId) => rights.get(nodegroupId)?.[right] === false),
    ),
  ];
  const forbiddenWrites = listForbiddenNodegroups('canWrite', ({ change }) => change !== 'delete');
  const forbiddenDeletions = listForbiddenNodegroups(
    'canDelete',
    ({ change, before }) => change === 'delete' && !isOwnProposal(before, accountId),
  );
  return forbiddenWrites.length + forbiddenDeletions.length === 0
    ? undefined
    : { kind: 'forbidden', write: forbiddenWrites, delete: forbiddenDeletions };
}
