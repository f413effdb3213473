import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { NotFound } from '../../errors.ts';
import type { ChangeContext } from '../../model/change/change-context.ts';
import { difference, type Difference } from '../../model/change/difference.ts';
import { isPending, visibleProposals } from '../../model/change/proposals.ts';
import type { ResourceChange } from '../../model/change/resource-change.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import { namesIn } from '../../model/descriptors/describe.ts';
import { resourceState } from '../../model/descriptors/source-state.ts';
import { cachedGraph, cachedPublications } from '../../queries/graphs/graph-cache.ts';
import { lockResource } from '../../queries/resources/lock-resource.ts';
import {
  resourceToChange,
  type ChangeLookup,
  type ChangeSource,
} from '../../queries/resources/resource-to-change.ts';
import { carryOut, type WorkDecision } from '../carry-out.ts';
import { IdempotencyKeyReused, UnprocessableDocument } from '../errors.ts';
import { isFew } from '../names/follow-name.ts';
import type { Storable } from '../store.ts';
import {
  addressesOf,
  presentState,
  type Changed,
  type ChangeRequest,
  type IntendedChange,
} from './change-request.ts';
import {
  checkOwners,
  forbidden,
  readableModel,
  targetOf,
  unknownResource,
  type ChangeTarget,
} from './change-target.ts';
import { normalisationOf, referencesOf, type ResolvedReferences } from './references.ts';
import { checkUnique, repeatedIn, storableChanges } from './storable-changes.ts';

/**
 * Changes a resource instance, or creates one: the one way in which a request writes. The request is looked up, and gets its target;
 * what it intends of that becomes a difference, the difference a change, which is stored. Two Data API calls, one where nothing changes.
 * @throws public errors; nothing is stored then, unless OutcomeUnknown says so
 */
export async function changeResource(data: DataApi, request: ChangeRequest): Promise<Changed> {
  const { accountId } = request.principal;
  const initial: ChangeLookup = {
    ...request.mentioned,
    resourceId: request.resourceId,
    transactionId: randomUUID(),
    idempotencyKey: request.key?.key ?? null,
  };
  const changed = await carryOut(data, {
    lookup: initial,
    lock: lockResource,
    read: (reader, lookup, readAhead) =>
      run(reader.read, resourceToChange(accountId, lookup, cachedPublications()), readAhead),
    decide: (source, lookup) => decide(source, request, lookup),
  });
  const { planned, graph } = changed;
  if (planned !== undefined) {
    const { baseUrl } = request.settings;
    await checkUnique(data, planned, accountId, repeatedIn(planned, graph, baseUrl));
  }
  return changed;
}

/** What a change is made of, once all that it depends on was read. */
type Resolved = {
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
): WorkDecision<ChangeLookup, Changed> {
  const earlier = earlierRequest(source, request, lookup);
  if (earlier !== undefined) return earlier;
  const owner = source.otherTiles.get(request.tile?.tileId ?? '') ?? undefined;
  if (source.stored === undefined && owner !== undefined && request.tile?.tellsResource === true) {
    return { kind: 'lookup', lookup: { ...lookup, resourceId: owner } };
  }
  const target = targetOf(source, request, lookup.resourceId);
  const references = referencesOf(source, addressesOf(request));
  const context: ChangeContext = {
    graph: readableModel(target.graph, target.author),
    author: target.author,
    validation: references.validation,
    normalisation: normalisationOf(target.graph, references),
    now: new Date().toISOString(),
  };
  const intended = request.intend({
    graph: context.graph,
    stored: source.tiles,
    rights: source.rights,
    references,
  });
  checkOwners(intended.intended.tiles, source);
  const diff = difference(target.before, intended, references.naming, context);
  return decisionOf(diff, intended, { request, lookup, source, target, references });
}

/**
 * Answers a request that came before under its key: the same request gets what it created then, and creates nothing more.
 * @returns undefined where the key is new, or there is none
 * @throws IdempotencyKeyReused where the key belongs to another request; NotFound where the caller may no longer see what it made
 */
function earlierRequest(
  source: ChangeSource,
  request: ChangeRequest,
  lookup: ChangeLookup,
): WorkDecision<ChangeLookup, Changed> | undefined {
  const { createdBefore, publicationId, stored } = source;
  if (createdBefore === undefined || request.key === undefined || request.isDryRun)
    return undefined;
  if (createdBefore.requestHash !== request.key.requestHash) throw new IdempotencyKeyReused();
  const { resourceId } = createdBefore;
  if (lookup.resourceId !== resourceId) {
    return { kind: 'lookup', lookup: { ...lookup, resourceId } };
  }
  if (stored?.canView !== true || publicationId === undefined) throw new NotFound(unknownResource);
  const graph = cachedGraph(publicationId, source.graph);
  const references = referencesOf(source, addressesOf(request));
  const present = presentState(source, request, resourceId, graph, references);
  const { accountId } = request.principal;
  const pending = present.tiles
    .filter(({ tileId }) => present.tileId === null || present.tileId === tileId)
    .filter((tile) => !source.isReviewer && isPending(tile, accountId))
    .map(({ tileId }) => tileId);
  return { kind: 'done', result: { ...present, pending, kind: 'repeated' } };
}

function decisionOf(
  diff: Difference,
  { tileId, ignored = [] }: IntendedChange,
  resolved: Resolved,
): WorkDecision<ChangeLookup, Changed> {
  const { request, lookup, source, target, references } = resolved;
  if (diff.kind === 'refused') throw new UnprocessableDocument(diff.problems);
  if (diff.kind === 'forbidden') throw forbidden(diff, target.graph);
  const { pending } = diff;
  const present = {
    ...presentState(source, request, lookup.resourceId, target.graph, references),
    isNew: target.before.kind === 'new',
    pending,
    tileId: tileId ?? null,
    ignored,
  };
  if (diff.kind === 'unchanged') return { kind: 'done', result: { ...present, kind: 'unchanged' } };
  const { change } = diff;
  const seen = (tile: StoredTile): StoredTile => visibleProposals(tile, target.author);
  const written = diff.written.map(({ change: kind, before, after }) => ({
    change: kind,
    before: before && seen(before),
    after: after && seen(after),
  }));
  const result = { ...present, written, tiles: diff.after.map(seen) };
  if (request.isDryRun) {
    return { kind: 'done', result: { ...result, kind: 'planned', planned: change } };
  }
  return {
    kind: 'store',
    storable: storableOf(change, present.tileId, resolved),
    result: {
      ...result,
      kind: present.isNew ? 'created' : 'updated',
      version: String(BigInt(present.version) + 1n),
    },
  };
}

function storableOf(
  change: ResourceChange,
  tileId: string | null,
  { request, lookup, source, target, references }: Resolved,
): Storable {
  const { accountId } = request.principal;
  const { resourceId } = change;
  return storableChanges(
    [change],
    { caller: accountId, transactionId: lookup.transactionId },
    request.key && { ...request.key, accountId, resourceId, tileId },
    repeatedIn(change, target.graph, request.settings.baseUrl),
    isFew(source.followers) ? changedName(target, change, references) : undefined,
  );
}

/** The name as a change leaves it, where it is another one for those that contain it. */
function changedName(
  { before }: ChangeTarget,
  { resourceId, described, languages }: ResourceChange,
  { naming }: ResolvedReferences,
) {
  if (described === undefined) return undefined;
  const was = before.kind === 'new' ? undefined : before.described;
  const names = namesIn(described.texts);
  const namedIn = Object.keys(described.basis['name']?.resources ?? {});
  const state = resourceState(names, namedIn);
  const wasNamedIn = Object.keys(was?.basis?.['name']?.resources ?? {});
  if (state === resourceState(namesIn(was?.texts ?? {}), wasNamedIn)) return undefined;
  return { resourceId, names, namedIn, languages: [...naming.languages, ...languages] };
}
