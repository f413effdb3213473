import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { runQuery } from '../../data-api/query.ts';
import type { ComparisonContext } from '../../model/change/comparison-context.ts';
import { diffResource, type ResourceDifference } from '../../model/change/diff-resource.ts';
import type { IntendedResource } from '../../model/change/intended-resource.ts';
import { withVisibleProposals } from '../../model/change/proposals.ts';
import type { ResourceWrite } from '../../model/change/resource-write.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import { mapStates } from '../../model/change/tile-difference.ts';
import { extractNames } from '../../model/descriptors/compute-descriptors.ts';
import { resourceState } from '../../model/descriptors/source-state.ts';
import type { PendingFile } from '../../queries/files/named-files.ts';
import { listCachedPublications } from '../../queries/graphs/graph-cache.ts';
import { lockResource } from '../../queries/resources/lock-resource.ts';
import {
  findChangeSource,
  type ChangeLookup,
  type ChangeSource,
} from '../../queries/resources/resource-to-change.ts';
import { openUploadStore } from '../../files/open-upload-store.ts';
import { decideFiles } from '../files/decide-files.ts';
import { checkPendingFiles, storePendingFiles } from '../files/store-pending-files.ts';
import { readDecideWrite, type Decision } from '../read-decide-write.ts';
import { UnprocessableDocument } from '../errors.ts';
import { namesVersion } from '../expected-version.ts';
import { canUpdateInRequest } from '../dependent-names/update-dependent-names.ts';
import type { Execution } from '../execute.ts';
import {
  toReferenceSettings,
  createUnchangedResult,
  type ChangeResult,
  type ChangeRequest,
} from './change-request.ts';
import {
  checkTileOwners,
  createForbiddenError,
  toReadableModel,
  resolveTarget,
  type Target,
} from './change-target.ts';
import { decideRepeatedRequest } from './repeated-request.ts';
import {
  createNormalisationContext,
  resolveReferences,
  type References,
} from './resolve-references.ts';
import { checkUniqueness, createUniquenessErrorFactory, prepareWrite } from './prepare-write.ts';

/**
 * Changes or creates a resource instance. Every request that writes one uses this function. It loads the stored state,
 * compares it with the intended state, and stores the difference, in two Data API calls, or in one if nothing changes.
 * @throws public errors. Nothing is stored, except perhaps after OutcomeUnknown
 */
export async function changeResource(
  dataApi: DataApi,
  request: ChangeRequest,
): Promise<ChangeResult> {
  const { accountId } = request.principal;
  const initialLookup: ChangeLookup = {
    ...request.mentions,
    resourceId: request.resourceId,
    transactionId: randomUUID(),
    idempotencyKey: request.key?.key ?? null,
  };
  const result = await readDecideWrite(dataApi, {
    lookup: initialLookup,
    lock: lockResource,
    read: (reader, lookup, readAhead) =>
      runQuery(
        reader.read,
        findChangeSource(accountId, lookup, listCachedPublications()),
        readAhead,
      ),
    decide: (source, lookup) => decide(source, request, lookup),
  });
  await checkSkippedWrite(dataApi, request, result);
  return result;
}

/** Checks in a dry run what only a write would find out. @throws UnprocessableDocument */
async function checkSkippedWrite(
  dataApi: DataApi,
  { principal, settings }: ChangeRequest,
  { skippedWrite, pendingFiles = [], graph }: ChangeResult,
): Promise<void> {
  if (skippedWrite === undefined) return;
  if (pendingFiles.length > 0) await checkPendingFiles(openUploadStore(settings), pendingFiles);
  await checkUniqueness(
    dataApi,
    skippedWrite,
    principal.accountId,
    createUniquenessErrorFactory(skippedWrite, graph, settings.baseUrl),
  );
}

type ComparedChange = {
  readonly request: ChangeRequest;
  readonly lookup: ChangeLookup;
  readonly source: ChangeSource;
  readonly target: Target;
  readonly references: References;
};

function decide(
  source: ChangeSource,
  request: ChangeRequest,
  lookup: ChangeLookup,
): Decision<ChangeLookup, ChangeResult> {
  const repeated = decideRepeatedRequest(source, request, lookup);
  if (repeated !== undefined) return repeated;
  const owner = source.otherTiles.get(request.tile?.tileId ?? '') ?? undefined;
  if (
    source.stored === undefined &&
    owner !== undefined &&
    request.tile?.isOwnerPreferred === true
  ) {
    return { kind: 'lookup', lookup: { ...lookup, resourceId: owner } };
  }
  const target = resolveTarget(source, request, lookup.resourceId);
  const references = resolveReferences(source, toReferenceSettings(request));
  const context: ComparisonContext = {
    graph: toReadableModel(target.graph, target.author),
    author: target.author,
    validation: references.validation,
    normalisation: createNormalisationContext(target.graph, references),
    namesVersion: namesVersion(request.expected),
    now: new Date().toISOString(),
  };
  const intended = request.computeIntended({
    context,
    storedTiles: source.tiles,
    references,
  });
  checkTileOwners(intended.tiles, source);
  const difference = diffResource(target.before, intended, references.naming, context);
  return decideByDifference(difference, intended, { request, lookup, source, target, references });
}

function decideByDifference(
  difference: ResourceDifference,
  { tileId, ignored = [] }: IntendedResource,
  compared: ComparedChange,
): Decision<ChangeLookup, ChangeResult> {
  const { request, lookup, source, target, references } = compared;
  if (difference.kind === 'refused') throw new UnprocessableDocument(difference.problems);
  if (difference.kind === 'forbidden') throw createForbiddenError(difference, target.graph);
  const { pending } = difference;
  const current = {
    ...createUnchangedResult(source, request, lookup.resourceId, target.graph, references),
    isNew: target.before.kind === 'new',
    pending,
    tileId: tileId ?? null,
    ignored,
  };
  if (difference.kind === 'unchanged')
    return { kind: 'done', result: { ...current, kind: 'unchanged' } };
  const { write } = difference;
  const { namedFiles } = source;
  const { uuids } = lookup;
  const files = decideFiles(write.tiles, { namedFiles, uuids }, request.settings);
  const toVisibleTile = (tile: StoredTile): StoredTile => withVisibleProposals(tile, target.author);
  const tileDifferences = difference.tiles.map((tile) => mapStates(tile, toVisibleTile));
  const legacyId = {
    before: source.stored?.legacyId ?? null,
    after: write.legacyId ?? null,
  };
  const keepsLegacyId = write.legacyId === undefined || legacyId.before === legacyId.after;
  const result = {
    ...current,
    tileDifferences,
    ...(keepsLegacyId ? {} : { legacyId }),
    tiles: difference.tilesAfter.map(toVisibleTile),
    unknownFiles: files.unknown,
  };
  if (request.isDryRun) {
    const pendingFiles = files.pending;
    return {
      kind: 'done',
      result: { ...result, kind: 'planned', skippedWrite: write, pendingFiles },
    };
  }
  return decideStore(write, result, files.pending, compared);
}

/** Stores a change, after the bytes of the uploaded files that it is the first to name. */
function decideStore(
  write: ResourceWrite,
  result: Omit<ChangeResult, 'kind'>,
  pendingFiles: readonly PendingFile[],
  compared: ComparedChange,
): Decision<ChangeLookup, ChangeResult> {
  const { request, source } = compared;
  const { isNew, tileId, version } = result;
  const toDecision = (completeWrite: ResourceWrite) => ({
    kind: 'store' as const,
    execution: planExecution(completeWrite, tileId, compared),
    result: {
      ...result,
      kind: isNew ? ('created' as const) : ('updated' as const),
      version: isNew ? source.firstVersion : String(BigInt(version) + 1n),
    },
  });
  if (pendingFiles.length === 0) return toDecision(write);
  return {
    kind: 'store-bytes',
    storeBytes: async () => {
      const store = openUploadStore(request.settings);
      return toDecision({ ...write, files: await storePendingFiles(store, pendingFiles) });
    },
  };
}

function planExecution(
  write: ResourceWrite,
  tileId: string | null,
  { request, lookup, source, target, references }: ComparedChange,
): Execution {
  const { accountId } = request.principal;
  const { resourceId } = write;
  return prepareWrite(
    write,
    { caller: accountId, transactionId: lookup.transactionId },
    request.key && { ...request.key, accountId, resourceId, tileId },
    createUniquenessErrorFactory(write, target.graph, request.settings.baseUrl),
    canUpdateInRequest(source.dependantCount)
      ? findChangedName(target, write, references)
      : undefined,
  );
}

/** Returns the new name if the names that contain it must be updated; undefined otherwise. */
function findChangedName(
  { before }: Target,
  { resourceId, descriptors, languages }: ResourceWrite,
  { naming }: References,
) {
  if (descriptors === undefined) return undefined;
  const previous = before.kind === 'new' ? undefined : before.descriptors;
  const names = extractNames(descriptors.texts);
  const namedResources = Object.keys(descriptors.basis['name']?.resources ?? {});
  const previousResources = Object.keys(previous?.basis?.['name']?.resources ?? {});
  const previousState = resourceState(extractNames(previous?.texts ?? {}), previousResources);
  if (resourceState(names, namedResources) === previousState) return undefined;
  return { resourceId, names, namedResources, languages: [...naming.languages, ...languages] };
}
