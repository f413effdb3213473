import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { QuadPosition, QuadSource } from '../../../lib/exports/quad-chunk.ts';
import { readQuads } from '../../../lib/exports/read-quads.ts';
import { installWorld } from '../../functions/permissions/install-world.ts';
import {
  callersIn,
  signInCallers,
  type SignedInCallers,
} from '../../functions/permissions/sign-in-callers.ts';
import type { SignedInCaller } from '../../functions/permissions/walk-requests.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { randomWorlds } from '../../support/world/random-worlds.ts';
import type { World } from '../../support/world/world.ts';
import { graphsOf } from './quads.ts';

let service: TestService;
let callers: SignedInCallers;

beforeAll(async () => {
  service = await openTestService();
  callers = await signInCallers(service);
});

afterAll(async () => service?.close());

const sourceFor = (caller: Pick<SignedInCaller, 'accountId'>): QuadSource => ({
  dataApi: service.stack.dataApi,
  caller: caller.accountId,
  baseUrl,
  language: 'en-US',
});

async function readText(source: QuadSource, after: QuadPosition | null = null): Promise<string> {
  const chunks = await Array.fromAsync(readQuads(source, after));
  return chunks.map(({ text }) => text).join('');
}

/** Compares each graph with the answers to the same caller. @returns the number of equal graphs */
async function compareWithAnswers(world: World, caller: SignedInCaller): Promise<number> {
  const graphs = graphsOf(await readText(sourceFor(caller)));
  const thesaurus = graphs.get(`${baseUrl}/rdm/concepts`) ?? [];
  const list = await service.fetch('/rdm/concepts', { headers: caller.token });
  expect(list.status === 200 || thesaurus.length === 0).toBe(true);
  graphs.delete(`${baseUrl}/rdm/concepts`);
  let equalGraphs = 0;
  for (const { id } of [...world.resources, ...world.deleted]) {
    const answer = await service.fetch(`/resources/${id}?format=n-triples&profile=linked`, {
      headers: caller.token,
    });
    const body = await answer.text();
    const graph = graphs.get(`${baseUrl}/resources/${id}`);
    graphs.delete(`${baseUrl}/resources/${id}`);
    const expected = answer.status === 200 ? new Set(body.split('\n').slice(0, -1)) : undefined;
    expect([id, graph === undefined ? undefined : new Set(graph)]).toEqual([id, expected]);
    if (graph !== undefined) equalGraphs += 1;
  }
  // Nothing else is in the export.
  expect([...graphs.keys()]).toEqual([]);
  return equalGraphs;
}

describe('quads of everything that a caller may read', () => {
  it('equal the answers of the API to the same caller, in worlds of all rights', async () => {
    const worlds = fc.sample(randomWorlds(callers.principals), triesAllCases ? 20 : 2);
    const equalGraphs = new Map<string, number>();
    for (const world of worlds) {
      await installWorld(world, service);
      for (const caller of callersIn(world, callers).valid) {
        const count = await compareWithAnswers(world, caller);
        equalGraphs.set(caller.name, (equalGraphs.get(caller.name) ?? 0) + count);
      }
    }
    // Two worlds do not show something to each caller.
    const counts = [...equalGraphs.values()];
    const callersWithGraphs = counts.filter((count) => count > 0).length;
    expect(callersWithGraphs).toBeGreaterThan(counts.length * (triesAllCases ? 0.99 : 0.4));
    expect(new Set(equalGraphs.values()).size).toBeGreaterThan(1);
  });

  it('continue after each chunk with the rest', async () => {
    const [world] = fc.sample(randomWorlds(callers.principals), 1);
    if (world !== undefined) await installWorld(world, service);
    const source = sourceFor({
      accountId: callers.principals.accounts.get('administrator') ?? null,
    });
    const chunks = await Array.fromAsync(readQuads(source, null));
    const whole = chunks.map(({ text }) => text);
    expect(chunks.at(-1)?.next).toBeNull();
    expect(chunks.length).toBeGreaterThan(1);
    for (const [index, { next }] of chunks.slice(0, -1).entries()) {
      expect(await readText(source, next)).toBe(whole.slice(index + 1).join(''));
    }
  });
});
