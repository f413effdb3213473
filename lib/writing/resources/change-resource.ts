import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { runQuery } from '../../data-api/query.ts';
import type { ChangeContext } from '../../model/change/change-context.ts';
import { diffResource, type ResourceDiff } from '../../model/change/diff-resource.ts';
import { withVisibleProposals } from '../../model/change/proposals.ts';
import type { ResourceChange } from '../../model/change/resource-change.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import { extractNames } from '../../model/descriptors/compute-descriptors.ts';
import { resourceState } from '../../model/descriptors/source-state.ts';
import { listCachedPublications } from '../../queries/graphs/graph-cache.ts';
import { lockResource } from '../../queries/resources/lock-resource.ts';
import {
  findChangeSource,
  type ChangeLookup,
  type ChangeSource,
} from '../../queries/resources/resource-to-change.ts';
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
  type IntendedChange,
} from './change-request.ts';
import {
  checkTileOwners,
  createForbiddenError,
  toReadableModel,
  resolveTarget,
  type ChangeTarget,
} from './change-target.ts';
import { decideRepeatedRequest } from './repeated-request.ts';
import {
  createNormalisationContext,
  resolveReferences,
  type ResolvedReferences,
} from './resolve-references.ts';
import { checkUniqueness, createUniquenessErrorFactory, planChanges } from './plan-changes.ts';

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
  const { plannedChange, graph } = result;
  if (plannedChange !== undefined) {
    const { baseUrl } = request.settings;
    await checkUniqueness(
      dataApi,
      plannedChange,
      accountId,
      createUniquenessErrorFactory(plannedChange, graph, baseUrl),
    );
  }
  return result;
}

type ResolvedChange = {
  readonly request: ChangeRequest;
  readonly lookup: ChangeLookup;
  readonly source: ChangeSource;
  readonly target: ChangeTarget;
  readonly references: ResolvedReferences;
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
  const context: ChangeContext = {
    graph: toReadableModel(target.graph, target.author),
    author: target.author,
    validation: references.validation,
    normalisation: createNormalisationContext(target.graph, references),
    namesVersion: namesVersion(request.expected),
    now: new Date().toISOString(),
  };
  const intended = request.computeIntendedChange({
    context,
    storedTiles: source.tiles,
    references,
  });
  checkTileOwners(intended.intendedTiles.tiles, source);
  const diff = diffResource(target.before, intended, references.naming, context);
  return decideByDiff(diff, intended, { request, lookup, source, target, references });
}

function decideByDiff(
  diff: ResourceDiff,
  { tileId, ignored = [] }: IntendedChange,
  resolved: ResolvedChange,
): Decision<ChangeLookup, ChangeResult> {
  const { request, lookup, source, target, references } = resolved;
  if (diff.kind === 'refused') throw new UnprocessableDocument(diff.problems);
  if (diff.kind === 'forbidden') throw createForbiddenError(diff, target.graph);
  const { pending } = diff;
  const current = {
    ...createUnchangedResult(source, request, lookup.resourceId, target.graph, references),
    isNew: target.before.kind === 'new',
    pending,
    tileId: tileId ?? null,
    ignored,
  };
  if (diff.kind === 'unchanged') return { kind: 'done', result: { ...current, kind: 'unchanged' } };
  const { change } = diff;
  const toVisibleTile = (tile: StoredTile): StoredTile => withVisibleProposals(tile, target.author);
  const tileWrites = diff.tileWrites.map(({ change: kind, before, after }) => ({
    change: kind,
    before: before && toVisibleTile(before),
    after: after && toVisibleTile(after),
  }));
  const legacyId = {
    before: source.stored?.legacyId ?? null,
    after: change.legacyId ?? null,
  };
  const keepsLegacyId = change.legacyId === undefined || legacyId.before === legacyId.after;
  const result = {
    ...current,
    tileWrites,
    ...(keepsLegacyId ? {} : { legacyId }),
    tiles: diff.tilesAfter.map(toVisibleTile),
  };
  if (request.isDryRun) {
    return { kind: 'done', result: { ...result, kind: 'planned', plannedChange: change } };
  }
  return {
    kind: 'store',
    execution: planExecution(change, current.tileId, resolved),
    result: {
      ...result,
      kind: current.isNew ? 'created' : 'updated',
      version: current.isNew ? source.firstVersion : String(BigInt(current.version) + 1n),
    },
  };
}

function planExecution(
  change: ResourceChange,
  tileId: string | null,
  { request, lookup, source, target, references }: ResolvedChange,
): Execution {
  const { accountId } = request.principal;
  const { resourceId } = change;
  return planChanges(
    [change],
    { caller: accountId, transactionId: lookup.transactionId },
    request.key && { ...request.key, accountId, resourceId, tileId },
    createUniquenessErrorFactory(change, target.graph, request.settings.baseUrl),
    canUpdateInRequest(source.dependantCount)
      ? findChangedName(target, change, references)
      : undefined,
  );
}

/** Returns the new name if the names that contain it must be updated; undefined otherwise. */
function findChangedName(
  { before }: ChangeTarget,
  { resourceId, descriptors, languages }: ResourceChange,
  { naming }: ResolvedReferences,
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
