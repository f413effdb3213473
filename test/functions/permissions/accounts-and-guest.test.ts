import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mapConcurrently } from '../../support/map-concurrently.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { sendRequest, shownSentinels, type ComparableAnswer } from './send-request.ts';
import { installWorld } from './install-world.ts';
import { signInCallers, callersIn } from './sign-in-callers.ts';
import type { WalkRequest } from './walk-request.ts';
import { requests as allRequests } from './all-requests.ts';
import { describeRequest, type SignedInCaller } from './walk-requests.ts';
import type { Row } from '../../support/world/tables.ts';
import type { World } from '../../support/world/world.ts';
import { randomWorlds } from '../../support/world/random-worlds.ts';

/** Routes that need the right `history`, which accounts do not get from Guest. */
const historyRoutes: ReadonlySet<string> = new Set([
  'get-history',
  'get-history-page',
  'get-history-item',
  'get-resource-history',
  'get-resource-activity',
]);

/** The answers to Guest and to an account. */
type Pair = {
  readonly title: string;
  readonly request: WalkRequest;
  readonly caller: SignedInCaller;
  readonly ofGuest: ComparableAnswer;
  readonly ofAccount: ComparableAnswer;
};

const pairs: Pair[] = [];
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const callers = await signInCallers(service);
  const drawn = fc.sample(
    randomWorlds(callers.principals).filter(guestReads),
    triesAllCases ? 3 : 2,
  );
  for (const [turn, each] of drawn.entries()) {
    const world = withoutClosing(each);
    await installWorld(world, service);
    const [guest, ...accounts] = callersIn(world, callers).valid;
    if (guest !== undefined) await compareWith(guest, accounts, requestsIn(world, turn));
  }
}, 600_000);

afterAll(async () => service?.close());

const guestReads = ({ rights }: World): boolean =>
  rights.account_group.some((group) => group.name === 'Guest' && group.can_read);

/** The same world where no_access closes nothing but to Guest, which no account joins. The stranger has no rights and proposes nothing. */
function withoutClosing(world: World): World {
  const { rights } = world;
  const guest = rights.account_group.find(({ name }) => name === 'Guest')?.account_group_id;
  const stranger = rights.account.find(({ username }) => username === 'stranger')?.account_id;
  const stays = (grant: Row<'nodegroup_grant'> | Row<'resource_grant'>): boolean =>
    grant.account_group_id === guest || (!grant.no_access && grant.account_id !== stranger);
  return {
    ...world,
    resources: world.resources.map((resource) => ({
      ...resource,
      tiles: resource.tiles.map((tile) => ({
        ...tile,
        proposals: tile.proposals.filter(({ author }) => author !== stranger),
      })),
    })),
    rights: {
      ...rights,
      group_member: rights.group_member.filter((row) => row.account_group_id !== guest),
      nodegroup_grant: rights.nodegroup_grant.filter(stays),
      resource_grant: rights.resource_grant.filter(stays),
    },
  };
}

function requestsIn(world: World, turn: number): readonly WalkRequest[] {
  return Object.entries(allRequests)
    .filter(([id]) => !historyRoutes.has(id))
    .flatMap(([, requestsOf]) => requestsOf(world, turn * 101));
}

async function compareWith(
  guest: SignedInCaller,
  accounts: readonly SignedInCaller[],
  requests: readonly WalkRequest[],
): Promise<void> {
  const strangers = accounts.filter(({ name }) => name === 'stranger');
  const others = accounts.filter(({ name }) => !['stranger', 'administrator'].includes(name));
  await mapConcurrently([...requests.entries()], async ([turn, request]) => {
    const ofGuest = await sendRequest(service, request, guest.token);
    if (ofGuest.status !== 200 && ofGuest.status !== 303) return;
    // Each request goes to one of the other accounts in turn.
    for (const caller of [
      ...strangers,
      ...others.slice(turn % others.length, (turn % others.length) + 1),
    ]) {
      const ofAccount = await sendRequest(service, request, caller.token);
      pairs.push({
        title: describeRequest(request, caller),
        request,
        caller,
        ofGuest,
        ofAccount,
      });
    }
  });
}

/** A page of a list may have other items for an account. */
const isWhole = ({ path }: WalkRequest): boolean => !/[?&](?:page|limit|cursor|offset)=/.test(path);

describe('what the reading routes give Guest', () => {
  it('they give an account that has no rights, to the byte', () => {
    // The list of exports also has those for the account.
    const ofStranger = pairs.filter(
      ({ caller, request }) => caller.name === 'stranger' && request.path !== '/exports',
    );
    expect(ofStranger.length).toBeGreaterThan(100);
    const differing = ofStranger.filter(
      ({ ofGuest, ofAccount }) =>
        ofGuest.status !== ofAccount.status || ofGuest.body !== ofAccount.body,
    );
    expect(differing.map((pair) => pair.title)).toEqual([]);
  });

  it('they give every account, with what its own rights give', () => {
    const missing = pairs
      .filter(({ request }) => isWhole(request))
      .flatMap(({ title, ofGuest, ofAccount }) => {
        const withheld = shownSentinels(ofGuest).difference(shownSentinels(ofAccount));
        return withheld.size === 0 ? [] : [`${title}: ${[...withheld].slice(0, 3).join(', ')}`];
      });
    expect(missing).toEqual([]);
  });
});
