import { browserAccept } from '../pages/data-pages.ts';
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

/** The answers to the same request of Guest and of an account. */
type Pair = {
  readonly title: string;
  readonly request: WalkRequest;
  readonly caller: SignedInCaller;
  readonly answerToGuest: ComparableAnswer;
  readonly answerToAccount: ComparableAnswer;
};

const pairs: Pair[] = [];
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const callers = await signInCallers(service);
  const drawnWorlds = fc.sample(
    randomWorlds(callers.principals).filter(canGuestRead),
    triesAllCases ? 3 : 1,
  );
  for (const [turn, drawnWorld] of drawnWorlds.entries()) {
    const world = withoutDenials(drawnWorld);
    await installWorld(world, service);
    const [guest, ...accounts] = callersIn(world, callers).valid;
    if (guest !== undefined) await collectPairs(guest, accounts, requestsIn(world, turn));
  }
}, 600_000);

afterAll(async () => service?.close());

const canGuestRead = ({ rights }: World): boolean =>
  rights.account_group.some((group) => group.name === 'Guest' && group.can_read);

/** The same world with `no_access` only in grants of Guest, and no members of Guest. The stranger has no rights and no proposals. */
function withoutDenials(world: World): World {
  const { rights } = world;
  const guest = rights.account_group.find(({ name }) => name === 'Guest')?.account_group_id;
  const stranger = rights.account.find(({ username }) => username === 'stranger')?.account_id;
  const isKept = (grant: Row<'nodegroup_grant'> | Row<'resource_grant'>): boolean =>
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
      nodegroup_grant: rights.nodegroup_grant.filter(isKept),
      resource_grant: rights.resource_grant.filter(isKept),
    },
  };
}

function requestsIn(world: World, turn: number): readonly WalkRequest[] {
  return Object.entries(allRequests)
    .filter(([id]) => !historyRoutes.has(id))
    .flatMap(([, chooseRequests]) => chooseRequests(world, turn * 101));
}

async function collectPairs(
  guest: SignedInCaller,
  accounts: readonly SignedInCaller[],
  requests: readonly WalkRequest[],
): Promise<void> {
  const strangers = accounts.filter(({ name }) => name === 'stranger');
  const otherAccounts = accounts.filter(
    ({ name }) => !['stranger', 'administrator'].includes(name),
  );
  await mapConcurrently([...requests.entries()], async ([turn, request]) => {
    const answerToGuest = await sendRequest(service, request, guest.token);
    if (answerToGuest.status !== 200 && answerToGuest.status !== 303) return;
    // The other accounts take turns: each request is sent by one of them.
    for (const caller of [
      ...strangers,
      ...otherAccounts.slice(turn % otherAccounts.length, (turn % otherAccounts.length) + 1),
    ]) {
      const answerToAccount = await sendRequest(service, request, caller.token);
      pairs.push({
        title: describeRequest(request, caller),
        request,
        caller,
        answerToGuest,
        answerToAccount,
      });
    }
  });
}

/** The body of an answer without the id of the account, which searches of Arches have. */
const withoutAccount = ({ body }: ComparableAnswer): string =>
  body.replace(/"userid":(?:null|\d+)/, '');

/** Whether the answer is complete. A page of a list may have other items for an account. */
const hasNoPaging = ({ path }: WalkRequest): boolean =>
  !/[?&](?:page|limit|cursor|offset)=/.test(path);

describe('the reading routes', () => {
  it('return the same bytes to an account without rights as to Guest', () => {
    // The list of exports also has the exports that name the account, and only Guest is offered a sign-in on pages.
    const strangerPairs = pairs.filter(
      ({ caller, request }) =>
        caller.name === 'stranger' &&
        request.path !== '/exports' &&
        request.headers?.['accept'] !== browserAccept,
    );
    expect(strangerPairs.length).toBeGreaterThan(20);
    const differingPairs = strangerPairs.filter(
      ({ answerToGuest, answerToAccount }) =>
        answerToGuest.status !== answerToAccount.status ||
        withoutAccount(answerToGuest) !== withoutAccount(answerToAccount),
    );
    expect(differingPairs.map((pair) => pair.title)).toEqual([]);
  });

  it('return to every account all that they return to Guest', () => {
    const incompleteAnswers = pairs
      .filter(({ request }) => hasNoPaging(request))
      .flatMap(({ title, answerToGuest, answerToAccount }) => {
        const missingSentinels = shownSentinels(answerToGuest).difference(
          shownSentinels(answerToAccount),
        );
        return missingSentinels.size === 0
          ? []
          : [`${title}: ${[...missingSentinels].slice(0, 3).join(', ')}`];
      });
    expect(incompleteAnswers).toEqual([]);
  });
});
