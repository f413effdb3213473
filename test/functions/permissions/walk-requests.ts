import { isDeepStrictEqual } from 'node:util';

import type { TestService } from '../../support/service.ts';
import { sendRequest, shownSentinels, answerText, type ComparableAnswer } from './send-request.ts';
import type { ExpectedAnswer, WalkRequest } from './walk-request.ts';
import { browserAccept } from '../pages/data-pages.ts';
import { requests } from './all-requests.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { findPathTo } from '../../support/world/sentinels.ts';
import { accessIn, type World } from '../../support/world/world.ts';

/** A caller and the header that identifies it. */
export type SignedInCaller = {
  readonly name: string;
  /** Null for the anonymous caller. */
  readonly accountId: number | null;
  readonly token: Readonly<Record<string, string>>;
  /** The header with the cookie of a session. */
  readonly session: Readonly<Record<string, string>>;
};

/** The headers that identify a caller in a request. */
export function credentialHeaders(
  { usesSession }: WalkRequest,
  { token, session }: SignedInCaller,
): SignedInCaller['token'] {
  return usesSession === true ? session : token;
}

/** Descriptions of wrong answers, by what is wrong. */
export type WalkFindings = {
  /** They show what the rules deny. */
  readonly leaked: string[];
  /** They lack what the rules allow. */
  readonly missing: string[];
  /** They have a wrong status, or include closed data in a page or count. */
  readonly wrongStatus: string[];
  /** They differ from the answer about something that does not exist. */
  readonly distinguishable: string[];
  /** They change if resource instances that the caller may not see are deleted. */
  readonly affectedByClosed: string[];
  /** They accept an invalid token. */
  readonly acceptedInvalidTokens: string[];
  /** The number of answers by status. */
  readonly statusCounts: Map<number, number>;
  /** The number of answers that were compared with the answer about an unknown id. */
  comparedWithUnknownCount: number;
  /** The number of answers that were compared with those of a world without closed resource instances. */
  comparedWithoutClosedCount: number;
};

export function createFindings(): WalkFindings {
  return {
    leaked: [],
    missing: [],
    wrongStatus: [],
    distinguishable: [],
    affectedByClosed: [],
    acceptedInvalidTokens: [],
    statusCounts: new Map(),
    comparedWithUnknownCount: 0,
    comparedWithoutClosedCount: 0,
  };
}

/** What is requested in a world. */
export type Walk = {
  readonly world: World;
  /** Chooses among the requests of each operation. */
  readonly turn: number;
  /** The ids of the operations. */
  readonly operations: readonly string[];
};

/** Takes a third of the reading operations, so that three turns take all of them; all if tests try all cases. */
export function takeOperationsInTurn(turn: number): readonly string[] {
  const ids = Object.keys(requests);
  return takeInTurn(ids, turn, Math.ceil(ids.length / 3));
}

/** A few requests of each operation of a walk in turn; all of them if tests try all cases. */
export function requestsByOperation({
  world,
  turn,
  operations,
}: Walk): readonly (readonly WalkRequest[])[] {
  return operations.map((id) => takeInTurn(requests[id]?.(world, turn) ?? [], turn, 3));
}

/** Sends the requests of a walk and compares the answers with the rules. */
export async function walkRequests(
  walk: Walk,
  caller: SignedInCaller,
  service: TestService,
  findings: WalkFindings,
): Promise<void> {
  const { world } = walk;
  const access = accessIn(world, caller.accountId);
  const unknownAnswers = new Map<string, ComparableAnswer>();
  for (const request of requestsByOperation(walk).flat()) {
    const answer = await sendRequest(service, request, credentialHeaders(request, caller));
    const expected = request.expected(access);
    compareWithRules(answer, expected, request, caller, world, findings);
    const { sameAs } = expected;
    if (sameAs === undefined) continue;
    const unknownRequest = { ...request, path: sameAs };
    const key = JSON.stringify(unknownRequest);
    const unknownAnswer =
      unknownAnswers.get(key) ?? (await sendRequest(service, unknownRequest, caller.token));
    unknownAnswers.set(key, unknownAnswer);
    findings.comparedWithUnknownCount += 1;
    if (!isDeepStrictEqual(answer, unknownAnswer))
      findings.distinguishable.push(describeRequest(request, caller));
  }
}

function compareWithRules(
  answer: ComparableAnswer,
  { status, sentinels, mayShow = new Set(), includes = [], excludes = [] }: ExpectedAnswer,
  request: WalkRequest,
  caller: SignedInCaller,
  world: World,
  findings: WalkFindings,
): void {
  const text = answerText(answer);
  const foundSentinels = shownSentinels(answer);
  const differences = [
    ...(answer.status === status ? [] : [`${answer.status} and not ${status}`]),
    ...includes.filter((requiredText) => !text.includes(requiredText)),
    ...excludes.filter((forbiddenText) => text.includes(forbiddenText)),
  ];
  const addFinding = (findingList: string[], wrongSentinels: Iterable<string>): void => {
    const descriptions = Array.from(
      wrongSentinels,
      (one) => `${one} (${findPathTo(one, world) ?? ''})`,
    ).slice(0, 5);
    if (descriptions.length > 0)
      findingList.push(`${describeRequest(request, caller)}: ${descriptions.join(', ')}`);
  };
  addFinding(findings.leaked, foundSentinels.difference(sentinels.union(mayShow)));
  addFinding(findings.missing, sentinels.difference(foundSentinels));
  if (differences.length > 0)
    findings.wrongStatus.push(`${describeRequest(request, caller)}: ${differences.join(', ')}`);
  findings.statusCounts.set(answer.status, (findings.statusCounts.get(answer.status) ?? 0) + 1);
}

export function describeRequest({ method, path }: WalkRequest, { name }: SignedInCaller): string {
  return `${name}: ${method ?? 'GET'} ${path.replace(/(?<=nodegroups=)[^&]+/, '…')}`;
}

/** Sends one request of each operation of a walk with an invalid token. */
export async function walkWithInvalidToken(
  walk: Walk,
  caller: SignedInCaller,
  service: TestService,
  findings: WalkFindings,
): Promise<void> {
  const { world, turn } = walk;
  for (const routeRequests of requestsByOperation(walk)) {
    const [request] = routeRequests.slice(turn % routeRequests.length);
    if (request === undefined) continue;
    const answer = await sendRequest(service, request, caller.token);
    if (request.ignoresToken === true) {
      const expected = request.expected(accessIn(world, null));
      compareWithRules(answer, expected, request, caller, world, findings);
      continue;
    }
    if (!isRefusal(answer, request) || shownSentinels(answer).size > 0) {
      findings.acceptedInvalidTokens.push(`${describeRequest(request, caller)}: ${answer.status}`);
    }
  }
}

function isRefusal({ status, headers, body }: ComparableAnswer, request: WalkRequest): boolean {
  const isPage = request.headers?.['accept'] === browserAccept;
  return (
    status === 401 &&
    headers.some((header) => header.includes('Bearer error="invalid_token"')) &&
    (request.method === 'HEAD'
      ? body === ''
      : isPage || /"code":"invalid_token"|"success":false/.test(body))
  );
}
