import { isDeepStrictEqual } from 'node:util';

import { mapConcurrently } from '../../support/map-concurrently.ts';
import type { TestService } from '../../support/service.ts';
import { ask, type ReadAnswer } from './answers.ts';
import { install } from './install.ts';
import type { Question } from './question.ts';
import { questions } from './questions.ts';
import { maySee, readableTiles } from './rules.ts';
import { inWords, type Findings, type Voice } from './walk.ts';
import type { Caller, World } from './world.ts';

/**
 * Asks the same with and without the resource instances that a caller may not see, which must make no difference. The service holds
 * the world before, and the world without them afterwards.
 * @param voices those who ask in the world; the one who is referred to most that there is not for it is asked as
 * @param turn chooses the questions
 */
export async function walkWithout(
  world: World,
  voices: readonly Voice[],
  turn: number,
  service: TestService,
  findings: Findings,
): Promise<void> {
  const [voice] = voices.toSorted(
    (one, other) => closedReferences(world, other.caller) - closedReferences(world, one.caller),
  );
  if (voice === undefined || closedReferences(world, voice.caller) === 0) return;
  const without = worldWithout(world, voice.caller);
  const asked = Object.entries(questions)
    .filter(([id]) => !countingWhatIsClosed.has(id) && !numbering.has(id))
    .flatMap(([, asking]) => asking(without, turn));
  const answers = (): Promise<readonly ReadAnswer[]> =>
    mapConcurrently(asked, async (question) =>
      comparable(await ask(service, question, voice.token)),
    );
  const before = await answers();
  await install(without, service);
  const after = await answers();
  findings.without += asked.length;
  findings.told.push(
    ...asked
      .filter((_question: Question, place) => !isDeepStrictEqual(before[place], after[place]))
      .map((question) => inWords(question, voice)),
  );
}

/** The activity stream has a place for every change, and says so: ordinals and counts are the same for all who have the right. */
const countingWhatIsClosed: ReadonlySet<string> = new Set([
  'get-history',
  'get-history-page',
  'get-history-item',
  'get-resource-activity',
]);

/** The features of layers have numbers that the database gave them: others in the other world. */
const numbering: ReadonlySet<string> = new Set(['list-ogc-items']);

/** How often a tile that a caller may read refers to a resource instance that is there, but not for the caller. */
function closedReferences(world: World, caller: Caller): number {
  const closed = new Set(
    world.resources.filter((one) => !maySee(world, caller, one)).map(({ id }) => id),
  );
  return world.resources
    .filter((one) => maySee(world, caller, one))
    .flatMap((one) => readableTiles(world, caller, one))
    .flatMap(({ values }) => Object.values(values).flatMap(({ refersTo }) => refersTo))
    .filter((id) => closed.has(id)).length;
}

function worldWithout(world: World, caller: Caller): World {
  const resources = world.resources.filter((one) => maySee(world, caller, one));
  const ids = new Set(resources.map(({ id }) => id));
  return {
    ...world,
    resources,
    resourceGrants: world.resourceGrants.filter(({ on }) => ids.has(on)),
  };
}

/**
 * Whether the tag of an answer is made of a time: that of a model is made of the whole answer, which says when it was published; that
 * of a concept of the time at which the thesaurus was changed last.
 */
function hasTagOfTime(headers: readonly string[], body: string): boolean {
  return (
    body.includes('"published_time"') ||
    headers.some((header) => /^link: .*\/rdm\/concepts\/[^>]*>; rel="alternate"/.test(header))
  );
}

/** Without times, and what the database counts: the same is written at another time into the other world. */
function comparable({ status, headers, body }: ReadAnswer): ReadAnswer {
  return {
    status,
    // What is counted has a length, and some tags are made of times.
    headers: headers.filter(
      (header) =>
        !/^(last-modified|content-length):/.test(header) &&
        !(header.startsWith('etag:') && hasTagOfTime(headers, body)),
    ),
    body: body.replaceAll(
      /"id": ?"\d+",\s*"transaction": ?"[^"]*"|"(time|createdtime|published_time)": ?"[^"]*"/g,
      '',
    ),
  };
}
