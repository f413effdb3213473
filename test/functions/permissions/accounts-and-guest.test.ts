import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mapConcurrently } from '../../support/map-concurrently.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { ask, sentinelsShown, type ReadAnswer } from './answers.ts';
import { install } from './install.ts';
import { openCallers, voicesIn } from './people.ts';
import type { Question } from './question.ts';
import { questions } from './questions.ts';
import { inWords, type Voice } from './walk.ts';
import type { Grant, World } from './world.ts';
import { worlds } from './worlds.ts';

/** Routes of the right `history`, which Guest has for itself alone. */
const ofTheRightHistory: ReadonlySet<string> = new Set([
  'get-history',
  'get-history-page',
  'get-history-item',
  'get-resource-history',
  'get-resource-activity',
]);

/** What Guest gets of a route, and what an account gets. */
type Pair = {
  readonly inWords: string;
  readonly question: Question;
  readonly voice: Voice;
  readonly ofGuest: ReadAnswer;
  readonly ofAccount: ReadAnswer;
};

const pairs: Pair[] = [];
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const callers = await openCallers(service);
  const made = fc.sample(worlds(callers.people).filter(guestReads), 3);
  for (const [turn, each] of made.entries()) {
    const world = withoutClosing(each);
    await install(world, service);
    const [guest, ...accounts] = voicesIn(world, callers).good;
    if (guest !== undefined) await compareWith(guest, accounts, questionsOf(world, turn));
  }
}, 600_000);

afterAll(async () => service?.close());

const guestReads = ({ groups }: World): boolean =>
  groups.some(({ name, readsByDefault }) => name === 'Guest' && readsByDefault);

/** The same world where nothing is closed to accounts but what nobody gives them. The stranger has no rights at all, and proposes nothing. */
function withoutClosing(world: World): World {
  const guest = world.groups.find(({ name }) => name === 'Guest')?.id;
  const stranger = world.accounts.find(({ username }) => username === 'stranger')?.id;
  const stays = ({ to, noAccess }: Grant): boolean =>
    to.kind === 'group' ? to.id === guest || !noAccess : to.id !== stranger && !noAccess;
  return {
    ...world,
    accounts: world.accounts.map((account) => ({
      ...account,
      groups: account.groups.filter((id) => id !== guest),
    })),
    resources: world.resources.map((resource) => ({
      ...resource,
      tiles: resource.tiles.map((tile) => ({
        ...tile,
        edits: tile.edits.filter(({ author }) => author !== stranger),
      })),
    })),
    nodegroupGrants: world.nodegroupGrants.filter(stays),
    resourceGrants: world.resourceGrants.filter(stays),
  };
}

function questionsOf(world: World, turn: number): readonly Question[] {
  return Object.entries(questions)
    .filter(([id]) => !ofTheRightHistory.has(id))
    .flatMap(([, asking]) => asking(world, turn * 101));
}

async function compareWith(
  guest: Voice,
  accounts: readonly Voice[],
  asked: readonly Question[],
): Promise<void> {
  const strangers = accounts.filter(({ name }) => name === 'stranger');
  const others = accounts.filter(({ name }) => !['stranger', 'administrator'].includes(name));
  await mapConcurrently([...asked.entries()], async ([turn, question]) => {
    const ofGuest = await ask(service, question, guest.token);
    if (ofGuest.status !== 200 && ofGuest.status !== 303) return;
    // The others take turns.
    for (const voice of [
      ...strangers,
      ...others.slice(turn % others.length, (turn % others.length) + 1),
    ]) {
      const ofAccount = await ask(service, question, voice.token);
      pairs.push({ inWords: inWords(question, voice), question, voice, ofGuest, ofAccount });
    }
  });
}

/** Of a list with a limit, an account may get others. */
const isWhole = ({ path }: Question): boolean => !/[?&](?:page|limit|cursor|offset)=/.test(path);

describe('what the reading routes give Guest', () => {
  it('they give an account that has no rights, to the byte', () => {
    // The list of exports has those besides that name the account.
    const ofStranger = pairs.filter(
      ({ voice, question }) => voice.name === 'stranger' && question.path !== '/exports',
    );
    expect(ofStranger.length).toBeGreaterThan(100);
    const differing = ofStranger.filter(
      ({ ofGuest, ofAccount }) =>
        ofGuest.status !== ofAccount.status || ofGuest.body !== ofAccount.body,
    );
    expect(differing.map((pair) => pair.inWords)).toEqual([]);
  });

  it('they give every account, with what its own rights give', () => {
    const lacking = pairs
      .filter(({ question }) => isWhole(question))
      .flatMap(({ inWords: words, ofGuest, ofAccount }) => {
        const missing = sentinelsShown(ofGuest).difference(sentinelsShown(ofAccount));
        return missing.size === 0 ? [] : [`${words}: ${[...missing].slice(0, 3).join(', ')}`];
      });
    expect(lacking).toEqual([]);
  });
});
