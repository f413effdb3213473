import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { canUseToken } from '../../../lib/http/operation.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listOwnOperations } from '../../gateway/operations.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { installWorld } from './install-world.ts';
import { signInCallers, callersIn, type SignedInCallers } from './sign-in-callers.ts';
import { requests } from './all-requests.ts';
import type { WorldPrincipals } from '../../support/world/draw-rights.ts';
import { worldSituations, type WorldSituation } from '../../support/world/situations.ts';
import {
  createFindings,
  takeOperationsInTurn,
  walkRequests,
  walkWithInvalidToken,
  type WalkFindings,
} from './walk-requests.ts';
import type { World } from '../../support/world/world.ts';
import { walkWithoutClosed } from './walk-without-closed.ts';
import { randomWorlds } from '../../support/world/random-worlds.ts';

/** With fewer worlds, callers do not send enough of the requests of each route. */
const minWorldCount = 3;

const findings = createFindings();
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const callers = await signInCallers(service);
  const drawnWorlds = drawWorlds(callers.principals);
  for (const [index, world] of drawnWorlds.entries()) await walkWorld(world, index, callers);
}, 900_000);

afterAll(async () => service?.close());

/** A few worlds that together have every situation, or two worlds of each situation if tests try all cases. */
function drawWorlds(principals: WorldPrincipals): readonly World[] {
  const situations = new Set(Object.values(worldSituations));
  const worldsWith = (hasSituation: WorldSituation) =>
    randomWorlds(principals).filter(hasSituation);
  const candidates = fc
    .sample(fc.tuple(...[...situations].map(worldsWith)), triesAllCases ? 2 : 6)
    .flat();
  return triesAllCases ? candidates : chooseWorlds(candidates, situations);
}

/** Chooses worlds until they have every situation, each time the world with the most situations that the others lack. */
function chooseWorlds(
  candidates: readonly World[],
  situations: ReadonlySet<WorldSituation>,
): readonly World[] {
  const missing = new Set(situations);
  const chosenWorlds: World[] = [];
  const countMissing = (world: World): number =>
    [...missing].filter((hasSituation) => hasSituation(world)).length;
  while (missing.size > 0 || chosenWorlds.length < minWorldCount) {
    const [best] = candidates
      .filter((world) => !chosenWorlds.includes(world))
      .toSorted((one, other) => countMissing(other) - countMissing(one));
    if (best === undefined) throw new Error('The candidates do not have every situation.');
    chosenWorlds.push(best);
    for (const hasSituation of missing) if (hasSituation(best)) missing.delete(hasSituation);
  }
  return chosenWorlds;
}

/** Each caller sends the requests of a third of the operations, and those of the next third in the next world. */
async function walkWorld(world: World, index: number, callers: SignedInCallers): Promise<void> {
  await installWorld(world, service);
  const { valid, invalid } = callersIn(world, callers);
  await mapConcurrently([...valid.entries()], ([callerIndex, caller]) => {
    // With a large step, a caller usually begins each list of requests elsewhere in the next world.
    const turn = index * 101 + callerIndex;
    const walk = { world, turn, operations: takeOperationsInTurn(index + callerIndex) };
    return walkRequests(walk, caller, service, findings);
  });
  const operations = takeOperationsInTurn(index);
  await mapConcurrently(invalid, (caller) =>
    walkWithInvalidToken({ world, turn: index, operations }, caller, service, findings),
  );
  await walkWithoutClosed({ world, turn: index * 101, operations }, valid, service, findings);
}

/** The number of wrong answers of a kind, and the first of them. */
function wrongAnswers(
  kind: Exclude<
    keyof WalkFindings,
    'statusCounts' | 'comparedWithUnknownCount' | 'comparedWithoutClosedCount'
  >,
) {
  return { count: findings[kind].length, first: findings[kind].slice(0, 5) };
}

const noWrongAnswers = { count: 0, first: [] };

describe('the answers of every reading route to every caller', () => {
  it('are all tested: each reading route has requests in the folder requests/', async () => {
    const { api } = await openGateway('sources');
    const readingOperations = (await listOwnOperations(api)).filter(
      ({ operation }) =>
        (operation.method === 'GET' || operation.parametersInBody) &&
        // Every caller gets the sitemap of Guest; the landing page reads the session only.
        (canUseToken(operation) || ['get-sitemap', 'get-landing-page'].includes(operation.id)),
    );
    expect(Object.keys(requests).toSorted()).toEqual(
      readingOperations.map(({ operation }) => operation.id).toSorted(),
    );
  });

  it('show no value, name, label or id that the rules deny', () => {
    expect(wrongAnswers('leaked')).toEqual(noWrongAnswers);
  });

  it('show all that the rules allow', () => {
    expect(wrongAnswers('missing')).toEqual(noWrongAnswers);
  });

  it('have the right status, and have pages and counts of readable data only', () => {
    expect(wrongAnswers('wrongStatus')).toEqual(noWrongAnswers);
  });

  it('are the same, byte for byte, for unreadable objects and for unknown objects', () => {
    expect(wrongAnswers('distinguishable')).toEqual(noWrongAnswers);
  });

  it('stay the same, ETags included, if closed resource instances are deleted', () => {
    expect(wrongAnswers('affectedByClosed')).toEqual(noWrongAnswers);
    expect(findings.comparedWithoutClosedCount).toBeGreaterThan(20);
  });

  it('are a 401 without data for a revoked token and for a deactivated account', () => {
    expect(wrongAnswers('acceptedInvalidTokens')).toEqual(noWrongAnswers);
  });

  it('are more than 3 for each status, and more than 50 are compared with unknown objects', () => {
    const frequentStatuses = [...findings.statusCounts].filter(([, count]) => count > 3);
    expect(new Set(frequentStatuses.map(([status]) => status))).toEqual(
      new Set([200, 204, 303, 400, 401, 403, 404]),
    );
    expect(findings.comparedWithUnknownCount).toBeGreaterThan(50);
  });
});
