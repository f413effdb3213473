import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { NotFound } from '../../errors.ts';
import { IdempotencyKeyReused, UnprocessableDocument } from '../errors.ts';
import { cachedGraph, cachedPublications } from '../../queries/graphs/graph-cache.ts';
import type { ChangeContext } from '../../model/change/change-context.ts';
import { difference, type Difference } from '../../model/change/difference.ts';
import { visibleProposals } from '../../model/change/proposals.ts';
import type { ResourceChange } from '../../model/change/resource-change.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import type { WrittenTile } from '../../model/change/tile-changes.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import type { ResourceId } from '../../model/ids.ts';
import { lockResource } from '../../queries/resources/lock-resource.ts';
import {
  resourceToChange,
  type ChangeQuestion,
  type ChangeSource,
} from '../../queries/resources/resource-to-change.ts';
import { carryOut, type WorkDecision } from '../carry-out.ts';
import { forbidden, readableModel } from './writer-rights.ts';
import type { AskedChange } from './asked-change.ts';
import {
  normalisationOf,
  referencesOf,
  type ResolvedReferences,
  type ReferenceSettings,
} from './references.ts';
import { checkUnique, repeatedIn } from './repeated-values.ts';
import { storableChanges } from './storable-changes.ts';
import { targetOf, unknownResource, type ChangeTarget } from './change-target.ts';

/** What is to be changed, and what the change mentions. */
type AskedQuestion = Omit<ChangeQuestion, 'cachedPublications'>;

/** What became of it. */
export type Changed = {
  /** `repeated`: the same request had created it before, and nothing more was done. */
  readonly kind: 'created' | 'updated' | 'unchanged' | 'planned' | 'repeated';
  readonly resourceId: ResourceId;
  readonly isNew: boolean;
  /** The whole model. */
  readonly graph: CompiledGraph;
  /** The tiles as they are now, those that the writer may read. */
  readonly tiles: readonly StoredTile[];
  readonly written: readonly WrittenTile[];
  /** What a dry run would store. */
  readonly planned?: ResourceChange;
  readonly version: string;
  readonly references: ResolvedReferences;
  /** The tile that an earlier request of the same key created. */
  readonly keptTileId: string | null;
};

/**
 * Changes a resource instance, or creates one: the one way in which a request writes. Two Data API calls, one where
 * nothing changes.
 * @throws public errors; nothing is stored then, unless OutcomeUnknown says so
 */
export async function changeResource(data: DataApi, asked: AskedChange): Promise<Changed> {
  const { accountId } = asked.principal;
  const question: AskedQuestion = {
    ...asked.mentioned,
    resourceId: asked.resourceId,
    transactionId: randomUUID(),
    idempotencyKey: asked.key?.key ?? null,
  };
  const changed = await carryOut(data, {
    question,
    lock: lockResource,
    read: async (reader, present, readAhead) => {
      const question = { ...present, cachedPublications: cachedPublications() };
      return run(reader.read, resourceToChange(accountId, question), readAhead);
    },
    decide: (source, present) => decide(source, asked, present),
  });
  if (changed.planned !== undefined) await checkUnique(data, changed.planned, changed.graph);
  return changed;
}

function decide(
  source: ChangeSource,
  asked: AskedChange,
  question: AskedQuestion,
): WorkDecision<AskedQuestion, Changed> {
  const earlier = earlierRequest(source, asked, question);
  if (earlier !== undefined) return earlier;
  const owner = source.otherTiles.get(asked.tile?.tileId ?? '') ?? undefined;
  if (source.stored === undefined && owner !== undefined && asked.tile?.tellsResource === true) {
    return { kind: 'look', question: { ...question, resourceId: owner } };
  }
  const target = targetOf(source, asked, question.resourceId);
  const references = referencesOf(source, addressesOf(asked));
  const world: ChangeContext = {
    graph: readableModel(target.graph, target.author),
    author: target.author,
    validation: references.validation,
    normalisation: normalisationOf(target.graph, references),
    now: new Date().toISOString(),
  };
  const wanted = asked.intend({
    graph: world.graph,
    stored: source.tiles,
    references,
    otherTiles: source.otherTiles,
  });
  const found = difference(target.before, wanted, references.texts, world);
  return decided(found, asked, question, target, references, source);
}

function decided(
  found: Difference,
  asked: AskedChange,
  question: AskedQuestion,
  target: ChangeTarget,
  references: ResolvedReferences,
  source: ChangeSource,
): WorkDecision<AskedQuestion, Changed> {
  if (found.kind === 'refused') throw new UnprocessableDocument(found.problems);
  if (found.kind === 'forbidden') throw forbidden(found, target.graph);
  const present = {
    ...presentState(source, asked, question.resourceId, target.graph, references),
    isNew: target.before.kind === 'new',
  };
  if (found.kind === 'unchanged')
    return { kind: 'done', result: { ...present, kind: 'unchanged' } };
  const { change } = found;
  const seen = (tile: StoredTile): StoredTile => visibleProposals(tile, target.author);
  const written = found.written.map(({ change: kind, before, after }) => ({
    change: kind,
    before: before && seen(before),
    after: after && seen(after),
  }));
  const result = { ...present, written, tiles: found.after.map(seen) };
  if (asked.isDryRun) {
    return { kind: 'done', result: { ...result, kind: 'planned', planned: change } };
  }
  const { accountId } = asked.principal;
  const key = asked.key && {
    ...asked.key,
    accountId,
    resourceId: change.resourceId,
    tileId: asked.tile?.tileId ?? null,
  };
  return {
    kind: 'store',
    storable: storableChanges(
      [change],
      { caller: accountId, transactionId: question.transactionId },
      key,
      repeatedIn(change, target.graph),
    ),
    result: {
      ...result,
      kind: present.isNew ? 'created' : 'updated',
      version: change.version === null ? '1' : String(BigInt(change.version) + 1n),
    },
  };
}

function presentState(
  source: ChangeSource,
  { principal: { accountId } }: AskedChange,
  resourceId: ResourceId,
  graph: CompiledGraph,
  references: ResolvedReferences,
): Omit<Changed, 'kind'> {
  const { isReviewer } = source;
  return {
    resourceId,
    isNew: false,
    graph,
    tiles: source.tiles.map((tile) => visibleProposals(tile, { accountId, isReviewer })),
    written: [],
    version: source.stored?.version ?? '0',
    references,
    keptTileId: source.createdBefore?.tileId ?? null,
  };
}

/** Answers a request that was sent before under its key. @throws IdempotencyKeyReused, NotFound */
function earlierRequest(
  source: ChangeSource,
  asked: AskedChange,
  question: AskedQuestion,
): WorkDecision<AskedQuestion, Changed> | undefined {
  const { createdBefore, publicationId, stored } = source;
  if (createdBefore === undefined || asked.key === undefined || asked.isDryRun) return undefined;
  if (createdBefore.requestHash !== asked.key.requestHash) throw new IdempotencyKeyReused();
  const { resourceId } = createdBefore;
  if (question.resourceId !== resourceId) {
    return { kind: 'look', question: { ...question, resourceId } };
  }
  if (stored?.canView !== true || publicationId === undefined) throw new NotFound(unknownResource);
  const graph = cachedGraph(publicationId, source.graph);
  const references = referencesOf(source, addressesOf(asked));
  return {
    kind: 'done',
    result: { ...presentState(source, asked, resourceId, graph, references), kind: 'repeated' },
  };
}

function addressesOf({ settings }: AskedChange): ReferenceSettings {
  const { baseUrl, formerBaseUrls, language } = settings;
  return { baseUrls: [baseUrl, ...formerBaseUrls], language };
}
