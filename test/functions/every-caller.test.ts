import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openGateway } from '../gateway/emulator/gateway.ts';
import { listOwnOperations, type RoutedOperation } from '../gateway/operations.ts';
import { readChallenge } from '../support/accounts.ts';
import { takeInTurn } from '../support/random/take-sample.ts';
import type { TokenKind } from './every-caller/caller.ts';
import {
  captureLogLines,
  parseSecurityLines,
  findLinesWithSecrets,
  type LogLines,
} from './every-caller/log-lines.ts';
import { collectSecrets } from './every-caller/secrets.ts';
import { readRouteTable, type RouteExpectation } from './every-caller/route-table.ts';
import { listVisits, sendVisits, type VisitResult, type Visit } from './every-caller/visits.ts';
import { openCallerWorld, type CallerWorld } from './every-caller/caller-world.ts';

let world: CallerWorld;
let operations: readonly RoutedOperation[];
let table: Readonly<Record<string, RouteExpectation>>;
let logLines: LogLines;
/** The answers to every caller at every route, while Guest may read nothing. */
let results: readonly VisitResult[];

beforeAll(async () => {
  world = await openCallerWorld();
  operations = await listOwnOperations((await openGateway()).api);
  table = await readRouteTable(
    world,
    operations.map(({ operation }) => operation),
  );
  logLines = captureLogLines();
  const visits = listVisits(table, getMethodsById(), world.callers);
  // The first request of a process opens its connection and reads the keys.
  const visitsWithRights = visits.filter(
    ({ caller }) => caller.tokenKind === 'a token that may read everything',
  );
  const firstVisits = Map.groupBy(visitsWithRights, ({ route }) => route).values();
  await sendVisits(
    world.service,
    [...firstVisits].flatMap((group) => group.slice(0, 1)),
    logLines,
  );
  results = await sendVisits(world.service, visits, logLines);
}, 300_000);

afterAll(async () => {
  logLines?.end();
  await world?.service.close();
});

const getMethodsById = (): ReadonlyMap<string, string> =>
  new Map(operations.map(({ operation, method }) => [operation.id, method]));

const listOperationIds = (...access: readonly string[]): readonly string[] =>
  operations
    .filter(({ operation }) => access.includes(operation.access))
    .map(({ operation }) => operation.id);

const describeVisit = ({ route, method, caller, header }: Visit): string =>
  `${method} ${route}, ${caller.name}, ${header}`;

const findExpectedResult = ({ expectation, caller }: Visit) =>
  expectation.exceptions?.[caller.name] ?? expectation.expected[caller.tokenKind];

/** Whether an answer shows data. The redirect of a page to the sign-in shows none. */
const showsData = ({ expectation, status, location, body }: VisitResult): boolean =>
  status === 303
    ? /^https?:/.test(location ?? '')
    : status === 200 && (expectation.isDataIn?.(body) ?? true);

/** Describes each result that differs from the expected result. */
function findDifferences(
  chosenResults: readonly VisitResult[],
  readActual: (result: VisitResult) => unknown,
  readExpected: (result: VisitResult) => unknown,
): readonly string[] {
  expect(chosenResults.length).toBeGreaterThan(0);
  return chosenResults.flatMap((result) => {
    const [actual, expected] = [
      JSON.stringify(readActual(result)),
      JSON.stringify(readExpected(result)),
    ];
    return actual === expected
      ? []
      : [`${describeVisit(result)}: ${actual} instead of ${expected}`];
  });
}

/** One caller of each route, whose kinds take turns; all visits if tests try all cases. */
function takeOneOfEachRoute<Item extends Visit>(visits: readonly Item[]): readonly Item[] {
  return [...Map.groupBy(visits, ({ route }) => route).values()].flatMap((group, turn) =>
    takeInTurn(group, turn, 1),
  );
}

describe('every route', () => {
  it('has a line in the table, and each line of the table has a route', () => {
    const ids = operations.map(({ operation }) => operation.id);
    expect(Object.keys(table).toSorted()).toEqual(ids.toSorted());
  });

  const expectedBehaviour: Readonly<Record<TokenKind, string>> = {
    'no token': 'shows what Guest may see, or answers 401',
    'an invalid token': 'refuses the token, unless the route ignores tokens',
    'a token that is no longer valid': 'refuses the token, unless the route ignores tokens',
    'a token for writing only': 'refuses to read, and writes only what the account may write',
    'a token that may read nothing': 'shows nothing, because the account is in no group',
    'a token that may read everything':
      'shows data, whether the token belongs to a person or an application',
  };

  it.each(Object.entries(expectedBehaviour))('with %s: %s', (tokenKind) => {
    const chosen = results.filter(({ caller }) => caller.tokenKind === tokenKind);
    const readActual = (result: VisitResult) => [
      result.status,
      result.challenge,
      showsData(result),
    ];
    const expected = (result: VisitResult) => {
      const { status, challenge, containsData } = findExpectedResult(result);
      return [status, challenge, containsData];
    };
    expect(findDifferences(chosen, readActual, expected)).toEqual([]);
  });

  it('makes as many Data API calls as the table expects', () => {
    const expected = (result: VisitResult): number => {
      const { status, calls } = findExpectedResult(result);
      return calls + (status === 401 ? (result.caller.callsForKey ?? 0) : 0);
    };
    expect(findDifferences(results, ({ calls }) => calls, expected)).toEqual([]);
  });

  it('answers HEAD like GET for every caller', async () => {
    const gets = takeOneOfEachRoute(results.filter(({ method }) => method === 'GET'));
    const heads = await sendVisits(
      world.service,
      gets.map((result) => ({ ...result, method: 'HEAD' })),
      logLines,
    );
    const withoutBody = ({ status, challenge, location, calls }: VisitResult) => ({
      status,
      challenge,
      location: location?.replaceAll(/[?&]X-Amz-(Date|Signature)=\w+/g, ''),
      calls,
    });
    expect(heads.map(withoutBody)).toEqual(gets.map(withoutBody));
    expect(heads.filter(({ body }) => body !== '')).toEqual([]);
  });
});

describe('a route that ignores tokens', () => {
  const comparable = (result: VisitResult): string =>
    JSON.stringify([result.status, result.challenge, result.location, result.calls]);

  it('answers every caller in the same way', () => {
    for (const route of listOperationIds('ignores-token', 'optional-session', 'session')) {
      const answers = results.filter((result) => result.route === route).map(comparable);
      expect([route, new Set(answers).size]).toEqual([route, 1]);
    }
  });

  it('redirects from pages to the sign-in, whatever the token is, and adds the address to return to', () => {
    const pages = new Set(listOperationIds('session'));
    const redirects = results.filter(({ route, status }) => pages.has(route) && status === 303);
    expect(redirects.length).toBeGreaterThan(0);
    for (const { location } of redirects) expect(location).toMatch(/^\/o\/sign-in\?(next|done)=/);
  });
});

describe('a route that checks tokens', () => {
  const credentialsOf = (name: string): string =>
    world.callers.find((caller) => caller.name === name)?.credentials ?? '';

  async function requestEachRoute(
    headers: Readonly<Record<string, string>>,
  ): Promise<readonly Response[]> {
    const ids = listOperationIds('optional-token', 'secured', 'account');
    expect(ids.length).toBeGreaterThan(0);
    return Promise.all(
      ids.map((id) =>
        world.service.fetch(table[id]?.path ?? '', {
          method: getMethodsById().get(id) ?? '',
          headers,
        }),
      ),
    );
  }

  /** The body that a writing route needs before it checks the caller. */
  const bodyOf = (id: string): Pick<RequestInit, 'body'> => {
    const { body, form } = table[id] ?? {};
    return form === undefined
      ? body === undefined
        ? {}
        : { body }
      : { body: new URLSearchParams(form).toString() };
  };

  it('prefers X-Authorization to Authorization, which a proxy may use for its own sign-in', async () => {
    const [valid, basic] = [credentialsOf('reader'), credentialsOf('the scheme Basic')];
    for (const response of await requestEachRoute({
      authorization: basic,
      'x-authorization': valid,
    })) {
      expect(readChallenge(response) ?? '').not.toContain('invalid_token');
    }
    for (const response of await requestEachRoute({
      authorization: valid,
      'x-authorization': basic,
    })) {
      expect(readChallenge(response)).toBe('Bearer error="invalid_token"');
    }
  });

  it('refuses two Authorization headers, even if both have valid tokens', async () => {
    const requests = listOperationIds('optional-token', 'secured', 'account').map((id) => {
      const headers = new Headers({ authorization: credentialsOf('reader') });
      headers.append('authorization', credentialsOf('editor'));
      const init = { method: getMethodsById().get(id) ?? '', headers };
      return world.service.fetch(table[id]?.path ?? '', init);
    });
    for (const response of await Promise.all(requests)) {
      expect(readChallenge(response)).toBe('Bearer error="invalid_token"');
    }
  });

  it('reads no token from the query, another header or a cookie', async () => {
    const token = credentialsOf('reader').replace('Bearer ', '');
    for (const id of listOperationIds('secured', 'account')) {
      const path = table[id]?.path ?? '';
      const query = `${path}${path.includes('?') ? '&' : '?'}access_token=${token}`;
      const headers = { 'x-service-access-token': token, cookie: `access_token=${token}` };
      const init = { method: getMethodsById().get(id) ?? '', headers, ...bodyOf(id) };
      expect((await world.service.fetch(query, init)).status).toBe(401);
    }
  });
});

describe('every refusal', () => {
  const refusalStatuses = new Set([401, 403, 429]);

  it('writes one security line about its request, and other answers write none', () => {
    const reported = ({ logLines }: VisitResult) =>
      parseSecurityLines(logLines)
        .filter(({ event }) => event === 'refusal')
        .map(({ request, operation, status }) => [request, operation, status]);
    const expected = ({ status, requestId, route }: VisitResult) =>
      refusalStatuses.has(status) ? [[requestId, route, status]] : [];
    expect(findDifferences(results, reported, expected)).toEqual([]);
  });

  it('names the account in its security line if the token has a valid signature', () => {
    const reported = ({ logLines }: VisitResult): boolean =>
      parseSecurityLines(logLines).some(({ event, account }) => {
        return event === 'refusal' && Number.isInteger(account);
      });
    const chosen = results.filter(({ route }) =>
      listOperationIds('secured', 'account').includes(route),
    );
    const unsignedKinds = new Set<TokenKind>(['no token', 'an invalid token']);
    const refused = chosen.filter(({ status }) => refusalStatuses.has(status));
    expect(
      findDifferences(refused, reported, ({ caller }) => !unsignedKinds.has(caller.tokenKind)),
    ).toEqual([]);
  });
});

describe('every sign-in', () => {
  it('writes one security line with its account', () => {
    const signIns = results.filter(({ route, status }) => {
      return (
        ['issue-token', 'get-token', 'get-client-id', 'get-server-settings'].includes(route) &&
        status === 200
      );
    });
    const reported = ({ logLines }: VisitResult) =>
      parseSecurityLines(logLines).map(({ event, outcome, account }) => [
        event,
        outcome,
        Number.isInteger(account),
      ]);
    expect(findDifferences(signIns, reported, () => [['sign-in', 'success', true]])).toEqual([]);
  });
});

describe('the log', () => {
  it('contains no password, token, secret or hash of any caller', async () => {
    const lines = results.flatMap(({ logLines }) => logLines);
    expect(lines.length).toBeGreaterThan(results.length);
    expect(findLinesWithSecrets(lines, await collectSecrets(world, results))).toEqual([]);
  });
});

describe('every route, once Guest may read', () => {
  it('shows what Guest may see to callers without own rights, and answers all other callers as before', async () => {
    await world.service.openToGuest();
    const isReader = ({ caller }: Visit): boolean =>
      ['no token', 'a token that may read nothing'].includes(caller.tokenKind);
    const visits = listVisits(table, getMethodsById(), world.callers).filter(
      ({ route, expectation }) =>
        listOperationIds('optional-token', 'secured', 'account').includes(route) &&
        expectation.form === undefined,
    );
    const resultsWithGuest = await sendVisits(
      world.service,
      [
        ...visits.filter(isReader),
        ...takeOneOfEachRoute(visits.filter((visit) => !isReader(visit))),
      ],
      logLines,
    );
    const writingOperationIds = operations
      .filter(({ operation: { scope, method } }) => scope === undefined && method !== 'GET')
      .map(({ operation }) => operation.id);
    const changedResults = resultsWithGuest.filter((result) => {
      const { status, challenge } = findExpectedResult(result);
      return (
        result.status !== status ||
        result.challenge !== challenge ||
        showsData(result) !== findExpectedResult(result).containsData
      );
    });
    // These routes need other rights than the right of Guest to read.
    const idsNotForGuest = new Set([
      'list-exports',
      'get-export',
      'get-resource-history',
      'get-resource-activity',
      'get-history',
      'get-history-page',
      'get-history-item',
      'get-readiness',
      'get-user',
      'get-user-profile',
      'list-mobile-projects',
      'get-mobile-project',
      'get-token',
      ...writingOperationIds,
    ]);
    const idsForGuest = listOperationIds('optional-token', 'secured', 'account').filter(
      (id) => !idsNotForGuest.has(id),
    );
    const readers = world.callers
      .filter(({ tokenKind }) => ['no token', 'a token that may read nothing'].includes(tokenKind))
      .map(({ name }) => name);
    expect(readers.length).toBeGreaterThan(3);
    const newlyShown = changedResults.filter((result) => showsData(result));
    for (const name of readers) {
      const routesIn = (chosen: readonly VisitResult[]): ReadonlySet<string> =>
        new Set(chosen.filter(({ caller }) => caller.name === name).map(({ route }) => route));
      const expected = routesIn(resultsWithGuest).intersection(new Set(idsForGuest));
      expect(expected.size).toBeGreaterThan(3);
      expect([name, routesIn(newlyShown)]).toEqual([name, expected]);
    }
    expect(changedResults.filter(({ caller }) => !readers.includes(caller.name))).toEqual([]);
    // The account may now see these resources, but may not change them or read their history: 403 instead of 404.
    const refused = changedResults.filter((result) => !showsData(result));
    expect(refused.filter(({ caller }) => caller.tokenKind === 'no token')).toEqual([]);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
  });
});
