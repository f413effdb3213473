import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { canUseToken } from '../../../lib/http/operation.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listOwnOperations } from '../../gateway/operations.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { hasNativeServer } from '../../support/has-native-server.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { install } from './install.ts';
import { openCallers, voicesIn, type Callers } from './people.ts';
import { questions } from './questions.ts';
import { situations } from './situations.ts';
import { openFindings, walk, walkInVain, type Findings } from './walk.ts';
import type { World } from './world.ts';
import { walkWithout } from './without.ts';
import { worlds } from './worlds.ts';

/** Worlds of each situation. */
const rounds = hasNativeServer ? 2 : 1;

const findings = openFindings();
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const callers = await openCallers(service);
  const ofSituations = Object.values(situations).map((holds) =>
    worlds(callers.people).filter(holds),
  );
  const made = fc.sample(fc.tuple(...ofSituations), rounds).flat();
  for (const [index, world] of made.entries()) await walkThrough(world, index, callers);
}, 900_000);

afterAll(async () => service?.close());

/** Every caller asks about a world. */
async function walkThrough(world: World, index: number, callers: Callers): Promise<void> {
  await install(world, service);
  const { good, bad } = voicesIn(world, callers);
  await mapConcurrently([...good.entries()], ([place, voice]) => {
    // A prime: no list that is asked from is that long, so nobody asks the same in each world.
    const turn = index * 101 + place;
    return walk(world, voice, turn, service, findings);
  });
  await mapConcurrently(bad, (voice) => walkInVain(world, voice, index, service, findings));
  // In one of the two rounds for each situation, whose number is odd.
  if (index % 2 === 0) await walkWithout(world, good, index * 101, service, findings);
}

/** What was found of one kind, the first ones in words. */
function found(kind: Exclude<keyof Findings, 'statuses' | 'compared' | 'without'>) {
  return { count: findings[kind].length, first: findings[kind].slice(0, 5) };
}

const nothing = { count: 0, first: [] };

describe('the answers of every reading route to every caller', () => {
  it('are asked for: a new route must be walked here', async () => {
    const { api } = await openGateway('sources');
    const reading = (await listOwnOperations(api)).filter(
      ({ operation }) =>
        (operation.method === 'GET' || operation.parametersInBody) && canUseToken(operation),
    );
    expect(Object.keys(questions).toSorted()).toEqual(
      reading.map(({ operation }) => operation.id).toSorted(),
    );
  });

  it('show no value, name, label or id that the rules deny', () => {
    expect(found('shown')).toEqual(nothing);
  });

  it('show all that the rules allow', () => {
    expect(found('missing')).toEqual(nothing);
  });

  it('have the status and the pages that they would have if there were nothing else', () => {
    expect(found('otherwise')).toEqual(nothing);
  });

  it('are the same, byte for byte, for what the caller may not see and for what there is not', () => {
    expect(found('unlike')).toEqual(nothing);
  });

  it('are the same, tags included, as if there were no resource instance that the caller may not see, but values name it', () => {
    expect(found('told')).toEqual(nothing);
    expect(findings.without).toBeGreaterThan(100);
  });

  it('are 401 and nothing else for a revoked token and for a deactivated account', () => {
    expect(found('answered')).toEqual(nothing);
  });

  it('are of every kind, and many', () => {
    const many = [...findings.statuses].filter(([, count]) => count > 10);
    expect(new Set(many.map(([status]) => status))).toEqual(
      new Set([200, 303, 400, 401, 403, 404]),
    );
    expect(findings.compared).toBeGreaterThan(100);
  });
});
