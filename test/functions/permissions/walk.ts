import { isDeepStrictEqual } from 'node:util';

import type { TestService } from '../../support/service.ts';
import { ask, sentinelsShown, textOfAnswer, type ReadAnswer } from './answers.ts';
import type { Question } from './question.ts';
import { questions } from './questions.ts';
import { placeOf } from './sentinels.ts';
import type { Caller, World } from './world.ts';

/** Somebody who asks, and how the service is told who it is. */
export type Voice = {
  readonly name: string;
  readonly caller: Caller;
  readonly token: Readonly<Record<string, string>>;
};

/** What was wrong with answers, by the promise that it breaks, in words. */
export type Findings = {
  /** Answers that show what the rules deny. */
  readonly shown: string[];
  /** Answers that lack what the rules allow. */
  readonly missing: string[];
  /** Answers of another status, or that count what the caller may not see. */
  readonly otherwise: string[];
  /** Answers that tell what is closed from what is not there. */
  readonly unlike: string[];
  /** Answers that would be others if there were nothing that the caller may not see. */
  readonly told: string[];
  /** Answers to those who must have none. */
  readonly answered: string[];
  /** How many answers there were of each status. */
  readonly statuses: Map<number, number>;
  /** How many answers were held against those to an unknown id. */
  compared: number;
  /** How many were held against those of a world without what the caller may not see. */
  without: number;
};

export function openFindings(): Findings {
  return {
    shown: [],
    missing: [],
    otherwise: [],
    unlike: [],
    told: [],
    answered: [],
    statuses: new Map(),
    compared: 0,
    without: 0,
  };
}

/**
 * Asks questions of every reading route and holds the answers against the rules.
 * @param turn chooses the questions
 */
export async function walk(
  world: World,
  voice: Voice,
  turn: number,
  service: TestService,
  findings: Findings,
): Promise<void> {
  const toUnknown = new Map<string, ReadAnswer>();
  for (const question of Object.values(questions).flatMap((asking) => asking(world, turn))) {
    const answer = await ask(service, question, voice.token);
    compare(answer, question, voice, world, findings);
    const { like } = question.expected(voice.caller);
    if (like === undefined) continue;
    const unknown = { ...question, path: like };
    const key = JSON.stringify(unknown);
    const other = toUnknown.get(key) ?? (await ask(service, unknown, voice.token));
    toUnknown.set(key, other);
    findings.compared += 1;
    if (!isDeepStrictEqual(answer, other)) findings.unlike.push(inWords(question, voice));
  }
}

function compare(
  answer: ReadAnswer,
  question: Question,
  voice: Voice,
  world: World,
  findings: Findings,
): void {
  const { status, sentinels, says = [], lacks = [] } = question.expected(voice.caller);
  const text = textOfAnswer(answer);
  const found = sentinelsShown(answer);
  const wrong = [
    ...(answer.status === status ? [] : [`${answer.status} and not ${status}`]),
    ...says.filter((words) => !text.includes(words)),
    ...lacks.filter((words) => text.includes(words)),
  ];
  const note = (list: string[], what: Iterable<string>): void => {
    const first = Array.from(what, (one) => `${one} (${placeOf(one, world) ?? ''})`).slice(0, 5);
    if (first.length > 0) list.push(`${inWords(question, voice)}: ${first.join(', ')}`);
  };
  note(findings.shown, found.difference(sentinels));
  note(findings.missing, sentinels.difference(found));
  if (wrong.length > 0) findings.otherwise.push(`${inWords(question, voice)}: ${wrong.join(', ')}`);
  findings.statuses.set(answer.status, (findings.statuses.get(answer.status) ?? 0) + 1);
}

/** A question and who asks it. */
export function inWords({ method, path }: Question, { name }: Voice): string {
  return `${name}: ${method ?? 'GET'} ${path.replace(/(?<=nodegroups=)[^&]+/, '…')}`;
}

/**
 * Asks one question of every reading route with a token that no longer holds.
 * @param turn chooses the questions
 */
export async function walkInVain(
  world: World,
  voice: Voice,
  turn: number,
  service: TestService,
  findings: Findings,
): Promise<void> {
  for (const asking of Object.values(questions)) {
    const possible = asking(world, turn);
    const [question] = possible.slice(turn % possible.length);
    if (question === undefined) continue;
    const answer = await ask(service, question, voice.token);
    if (!isRefusal(answer, question) || sentinelsShown(answer).size > 0) {
      findings.answered.push(`${inWords(question, voice)}: ${answer.status}`);
    }
  }
}

function isRefusal({ status, headers, body }: ReadAnswer, { method }: Question): boolean {
  return (
    status === 401 &&
    headers.some((header) => header.includes('Bearer error="invalid_token"')) &&
    (method === 'HEAD' ? body === '' : body.includes('"code":"invalid_token"'))
  );
}
