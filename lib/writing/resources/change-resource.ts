import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { UnprocessableDocument } from '../errors.ts';
import { cachedPublications } from '../../queries/graphs/graph-cache.ts';
import type { ChangeContext } from '../../model/change/change-context.ts';
import { difference, type Difference } from '../../model/change/difference.ts';
import type { ResourceChange } from '../../model/change/resource-change.ts';
import { namesIn } from '../../model/descriptors/describe.ts';
import { resourceState } from '../../model/descriptors/source-state.ts';
import { visibleProposals } from '../../model/change/proposals.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import { lockResource } from '../../queries/resources/lock-resource.ts';
import { resourceToChange, type ChangeSource } from '../../queries/resources/resource-to-change.ts';
import { carryOut, type WorkDecision } from '../carry-out.ts';
import { isFew } from '../names/follow-name.ts';
import { forbidden, readableModel } from './writer-rights.ts';
import type { AskedChange } from './asked-change.ts';
import { normalisationOf, referencesOf, type ResolvedReferences } from './references.ts';
import { checkUnique, repeatedIn } from './repeated-values.ts';
import { storableChanges } from './storable-changes.ts';
import { targetOf, type ChangeTarget } from './change-target.ts';
import { addressesOf, presentState, type AskedQuestion, type Changed } from './changed.ts';
import { earlierRequest } from './idempotency.ts';

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
  const { planned, graph } = changed;
  if (planned !== undefined) {
    const { baseUrl } = asked.settings;
    await checkUnique(data, planned, accountId, repeatedIn(planned, graph, baseUrl));
  }
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
    rights: source.rights,
    references,
    otherTiles: source.otherTiles,
  });
  const found = difference(target.before, wanted, references.naming, world);
  const tile = asked.tile && { ...asked.tile, tileId: wanted.tileId ?? asked.tile.tileId };
  return decided(found, { ...asked, tile }, question, target, references, source);
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
    return { kind: 'done', result: { ...present, kind: 'unchanged', pending: found.pending } };
  const { change, pending } = found;
  const seen = (tile: StoredTile): StoredTile => visibleProposals(tile, target.author);
  const written = found.written.map(({ change: kind, before, after }) => ({
    change: kind,
    before: before && seen(before),
    after: after && seen(after),
  }));
  const result = { ...present, written, pending, tiles: found.after.map(seen) };
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
      repeatedIn(change, target.graph, asked.settings.baseUrl),
      isFew(source.followers) ? changedName(target, change, references) : undefined,
    ),
    result: {
      ...result,
      kind: present.isNew ? 'created' : 'updated',
      version: String(BigInt(present.version) + 1n),
    },
  };
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
