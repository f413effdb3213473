import { isDeepStrictEqual } from 'node:util';

import type { TestService } from '../../support/service.ts';
import { sendRequest, shownSentinels, answerText, type ComparableAnswer } from './send-request.ts';
import type { ExpectedAnswer, WalkRequest } from './walk-request.ts';
import { requests } from './all-requests.ts';
import { findPathTo } from '../../support/world/sentinels.ts';
import { accessIn, type World } from '../../support/world/world.ts';

/** A caller and the header that identifies it. */
export type SignedInCaller = {
  readonly name: string;
  /** Null for the anonymous caller. */
  readonly accountId: number | null;
  readonly token: Readonly<Record<string, string>>;
};

/** Descriptions of wrong answers, by what is wrong. */
export type WalkFindings = {
  /** They show what the rules deny. */
  readonly leaked: string[];
  /** They lack what the rules allow. */
  readonly missing: string[];
  /** They have another status, or count what the caller may not see. */
  readonly wrongStatus: string[];
  /** They differ from the answer about something that does not exist. */
  readonly distinguishable: string[];
  /** They change when what the caller may not see is deleted. */
  readonly affectedByClosed: string[];
  /** They answer a token that is not valid. */
  readonly unrefused: string[];
  /** Answers counted by status. */
  readonly statuses: Map<number, number>;
  /** Answers that were compared with those about an unknown id. */
  comparedCount: number;
  /** Answers that were compared with those of a world without what the caller may not see. */
  comparedWithoutClosedCount: number;
};

export function createFindings(): WalkFindings {
  return {
    leaked: [],
    missing: [],
    wrongStatus: [],
    distinguishable: [],
    affectedByClosed: [],
    unrefused: [],
    statuses: new Map(),
    comparedCount: 0,
    comparedWithoutClosedCount: 0,
  };
}

/**
 * Sends requests to every reading route and compares the answers with the rules.
 * @param turn chooses the requests
 */
export async function walkRequests(
  world: World,
  caller: SignedInCaller,
  turn: number,
  service: TestService,
  findings: WalkFindings,
): Promise<void> {
  const access = accessIn(world, caller.accountId);
  const toUnknown = new Map<string, ComparableAnswer>();
  for (const request of Object.values(requests).flatMap((requestsOf) => requestsOf(world, turn))) {
    const answer = await sendRequest(service, request, caller.token);
    const expected = request.expected(access);
    compare(answer, expected, request, caller, world, findings);
    const { sameAs } = expected;
    if (sameAs === undefined) continue;
    const unknown = { ...request, path: sameAs };
    const key = JSON.stringify(unknown);
    const other = toUnknown.get(key) ?? (await sendRequest(service, unknown, caller.token));
    toUnknown.set(key, other);
    findings.comparedCount += 1;
    if (!isDeepStrictEqual(answer, other))
      findings.distinguishable.push(describeRequest(request, caller));
  }
}

function compare(
  answer: ComparableAnswer,
  { status, sentinels, includes = [], excludes = [] }: ExpectedAnswer,
  request: WalkRequest,
  caller: SignedInCaller,
  world: World,
  findings: WalkFindings,
): void {
  const text = answerText(answer);
  const shown = shownSentinels(answer);
  const wrong = [
    ...(answer.status === status ? [] : [`${answer.status} and not ${status}`]),
    ...includes.filter((words) => !text.includes(words)),
    ...excludes.filter((words) => text.includes(words)),
  ];
  const note = (list: string[], what: Iterable<string>): void => {
    const first = Array.from(what, (one) => `${one} (${findPathTo(one, world) ?? ''})`).slice(0, 5);
    if (first.length > 0) list.push(`${describeRequest(request, caller)}: ${first.join(', ')}`);
  };
  note(findings.leaked, shown.difference(sentinels));
  note(findings.missing, sentinels.difference(shown));
  if (wrong.length > 0)
    findings.wrongStatus.push(`${describeRequest(request, caller)}: ${wrong.join(', ')}`);
  findings.statuses.set(answer.status, (findings.statuses.get(answer.status) ?? 0) + 1);
}

export function describeRequest({ method, path }: WalkRequest, { name }: SignedInCaller): string {
  return `${name}: ${method ?? 'GET'} ${path.replace(/(?<=nodegroups=)[^&]+/, '…')}`;
}

/**
 * Sends one request to every reading route with a token that is not valid.
 * @param turn chooses the requests
 */
export async function walkWithInvalidToken(
  world: World,
  caller: SignedInCaller,
  turn: number,
  service: TestService,
  findings: WalkFindings,
): Promise<void> {
  for (const requestsOf of Object.values(requests)) {
    const possible = requestsOf(world, turn);
    const [request] = possible.slice(turn % possible.length);
    if (request === undefined) continue;
    const answer = await sendRequest(service, request, caller.token);
    if (!isRefusal(answer, request) || shownSentinels(answer).size > 0) {
      findings.unrefused.push(`${describeRequest(request, caller)}: ${answer.status}`);
    }
  }
}

function isRefusal({ status, headers, body }: ComparableAnswer, { method }: WalkRequest): boolean {
  return (
    status === 401 &&
    headers.some((header) => header.includes('Bearer error="invalid_token"')) &&
    (method === 'HEAD' ? body === '' : body.includes('"code":"invalid_token"'))
  );
}
