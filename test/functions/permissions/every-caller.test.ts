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
  walkRequests,
  walkWithInvalidToken,
  type WalkFindings,
} from './walk-requests.ts';
import type { World } from '../../support/world/world.ts';
import { walkWithoutClosed } from './walk-without-closed.ts';
import { randomWorlds } from '../../support/world/random-worlds.ts';

const findings = createFindings();
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const callers = await signInCallers(service);
  const drawn = drawWorlds(callers.principals);
  for (const [index, world] of drawn.entries()) await walkWorld(world, index, callers);
}, 900_000);

afterAll(async () => service?.close());

/** Few worlds that together have every situation, or two worlds of each situation if tests try all cases. */
function drawWorlds(principals: WorldPrincipals): readonly World[] {
  const worldsWith = (holds: WorldSituation) => randomWorlds(principals).filter(holds);
  const situations = Object.values(worldSituations);
  if (triesAllCases) return fc.sample(fc.tuple(...situations.map(worldsWith)), 2).flat();
  const drawn: World[] = [];
  for (const holds of situations) {
    if (!drawn.some(holds)) drawn.push(...fc.sample(worldsWith(holds), 1));
  }
  return drawn;
}

async function walkWorld(world: World, index: number, callers: SignedInCallers): Promise<void> {
  await installWorld(world, service);
  const { valid, invalid } = callersIn(world, callers);
  await mapConcurrently([...valid.entries()], ([place, caller]) => {
    // A prime above the length of every list of requests, so that each caller sends others in each world.
    const turn = index * 101 + place;
    return walkRequests(world, caller, turn, service, findings);
  });
  await mapConcurrently(invalid, (caller) =>
    walkWithInvalidToken(world, caller, index, service, findings),
  );
  await walkWithoutClosed(world, valid, index * 101, service, findings);
}

/** The number of wrong answers of a kind, and the first of them. */
function wrongAnswers(
  kind: Exclude<keyof WalkFindings, 'statuses' | 'comparedCount' | 'comparedWithoutClosedCount'>,
) {
  return { count: findings[kind].length, first: findings[kind].slice(0, 5) };
}

const none = { count: 0, first: [] };

describe('the answers of every reading route to every caller', () => {
  it('are asked for: a new route must be walked here', async () => {
    const { api } = await openGateway('sources');
    const reading = (await listOwnOperations(api)).filter(
      ({ operation }) =>
        (operation.method === 'GET' || operation.parametersInBody) && canUseToken(operation),
    );
    expect(Object.keys(requests).toSorted()).toEqual(
      reading.map(({ operation }) => operation.id).toSorted(),
    );
  });

  it('show no value, name, label or id that the rules deny', () => {
    expect(wrongAnswers('leaked')).toEqual(none);
  });

  it('show all that the rules allow', () => {
    expect(wrongAnswers('missing')).toEqual(none);
  });

  it('have the status and the pages that they would have if there were nothing else', () => {
    expect(wrongAnswers('wrongStatus')).toEqual(none);
  });

  it('are the same, byte for byte, for what the caller may not see and for what there is not', () => {
    expect(wrongAnswers('distinguishable')).toEqual(none);
  });

  it('are the same, tags included, as if there were no resource instance that the caller may not see, but values name it', () => {
    expect(wrongAnswers('affectedByClosed')).toEqual(none);
    expect(findings.comparedWithoutClosedCount).toBeGreaterThan(50);
  });

  it('are 401 and nothing else for a revoked token and for a deactivated account', () => {
    expect(wrongAnswers('unrefused')).toEqual(none);
  });

  it('are of every kind, and many', () => {
    const many = [...findings.statuses].filter(([, count]) => count > 10);
    expect(new Set(many.map(([status]) => status))).toEqual(
      new Set([200, 303, 400, 401, 403, 404]),
    );
    expect(findings.comparedCount).toBeGreaterThan(100);
  });
});
