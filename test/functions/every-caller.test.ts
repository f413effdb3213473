import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openGateway } from '../gateway/emulator/gateway.ts';
import { listOwnOperations, type RoutedOperation } from '../gateway/operations.ts';
import { readChallenge } from '../support/accounts.ts';
import { baseUrl } from '../support/service.ts';
import type { TokenStanding } from './every-caller/caller.ts';
import {
  captureLogLines,
  securityLines,
  linesWithSecrets,
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
let steps: readonly VisitResult[];

beforeAll(async () => {
  world = await openCallerWorld();
  operations = await listOwnOperations((await openGateway()).api);
  table = await readRouteTable(
    world,
    operations.map(({ operation }) => operation),
  );
  logLines = captureLogLines();
  const all = listVisits(table, methods(), world.callers);
  // The first request of a process opens its connection and reads the keys.
  await sendVisits(
    world.service,
    all.filter(({ caller }) => caller.name === 'administrator'),
    logLines,
  );
  steps = await sendVisits(world.service, all, logLines);
}, 300_000);

afterAll(async () => {
  logLines?.end();
  await world?.service.close();
});

const methods = (): ReadonlyMap<string, string> =>
  new Map(operations.map(({ operation, method }) => [operation.id, method]));

const idsOf = (...access: readonly string[]): readonly string[] =>
  operations
    .filter(({ operation }) => access.includes(operation.access))
    .map(({ operation }) => operation.id);

const placeOf = ({ route, method, caller, place }: Visit): string =>
  `${method} ${route}, ${caller.name}, ${place}`;

const expectedOf = ({ line, caller }: Visit) =>
  line.exceptions?.[caller.name] ?? line.expected[caller.standing];

/** A redirect of a page to the sign-in shows nothing. */
const shows = ({ line, status, location, body }: VisitResult): boolean =>
  status === 303
    ? location?.startsWith(baseUrl) === true
    : status === 200 && (line.shows?.(body) ?? true);

/** Descriptions of the steps whose result is not the expected one. */
function differences(
  chosen: readonly VisitResult[],
  reported: (step: VisitResult) => unknown,
  expected: (step: VisitResult) => unknown,
): readonly string[] {
  expect(chosen.length).toBeGreaterThan(0);
  return chosen.flatMap((step) => {
    const [got, wanted] = [JSON.stringify(reported(step)), JSON.stringify(expected(step))];
    return got === wanted ? [] : [`${placeOf(step)}: ${got} instead of ${wanted}`];
  });
}

describe('every route', () => {
  it('has a line in the table, and each line a route', () => {
    const ids = operations.map(({ operation }) => operation.id);
    expect(Object.keys(table).toSorted()).toEqual(ids.toSorted());
  });

  const promises: Readonly<Record<TokenStanding, string>> = {
    'no token': 'gives a caller without a token what Guest may see, or asks for a token',
    'a token that is not good': 'refuses a token that is not good, and never takes it for none',
    'a token that holds no longer': 'refuses a token that was good and holds no longer',
    'a token for writing only':
      'reads nothing by a token for writing only, and writes no more than its account may',
    'a token that shows nothing': 'shows nothing by the token of an account in no group',
    'a token that shows all': 'shows what there is by a token of either kind that may read',
  };

  it.each(Object.entries(promises))('with %s: %s', (standing) => {
    const chosen = steps.filter(({ caller }) => caller.standing === standing);
    const answer = (step: VisitResult) => [step.status, step.challenge, shows(step)];
    const reported = (step: VisitResult) => {
      const { status, challenge, shows } = expectedOf(step);
      return [status, challenge, shows];
    };
    expect(differences(chosen, answer, reported)).toEqual([]);
  });

  it('asks the Data API as often as the table says: for a token that is not good, not at all', () => {
    const expected = (step: VisitResult): number => {
      const { status, calls } = expectedOf(step);
      return calls + (status === 401 ? (step.caller.callsForKey ?? 0) : 0);
    };
    expect(differences(steps, ({ calls }) => calls, expected)).toEqual([]);
  });

  it('answers HEAD as GET, to every caller', async () => {
    const gets = steps.filter(({ method }) => method === 'GET');
    const heads = await sendVisits(
      world.service,
      gets.map((step) => ({ ...step, method: 'HEAD' })),
      logLines,
    );
    const withoutBody = ({ status, challenge, location, calls }: VisitResult) => ({
      status,
      challenge,
      location: location?.replaceAll(/[?&](expires|signature)=\w+/g, ''),
      calls,
    });
    expect(heads.map(withoutBody)).toEqual(gets.map(withoutBody));
    expect(heads.filter(({ body }) => body !== '')).toEqual([]);
  });
});

describe('a route that looks at no token', () => {
  const answered = (step: VisitResult): string =>
    JSON.stringify([step.status, step.challenge, step.location, step.calls]);

  it('answers every caller alike', () => {
    for (const route of idsOf('public', 'session')) {
      const answers = steps.filter((step) => step.route === route).map(answered);
      expect([route, new Set(answers).size]).toEqual([route, 1]);
    }
  });

  it('leads from a page to the sign-in, whatever token comes, and back to the page afterwards', () => {
    const pages = new Set(idsOf('session'));
    const led = steps.filter(({ route, status }) => pages.has(route) && status === 303);
    expect(led.length).toBeGreaterThan(0);
    for (const { location } of led) expect(location).toMatch(/^\/o\/sign-in\?(next|done)=/);
  });
});

describe('a route that looks at tokens', () => {
  const credentials = (name: string): string =>
    world.callers.find((caller) => caller.name === name)?.credentials ?? '';

  async function askEach(headers: Readonly<Record<string, string>>): Promise<readonly Response[]> {
    const ids = idsOf('open', 'secured', 'account');
    expect(ids.length).toBeGreaterThan(0);
    return Promise.all(
      ids.map((id) =>
        world.service.fetch(table[id]?.path ?? '', { method: methods().get(id) ?? '', headers }),
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

  it('takes X-Authorization before Authorization, which a proxy may need for itself', async () => {
    const [good, basic] = [credentials('reader'), credentials('the scheme Basic')];
    for (const response of await askEach({ authorization: basic, 'x-authorization': good })) {
      expect(readChallenge(response) ?? '').not.toContain('invalid_token');
    }
    for (const response of await askEach({ authorization: good, 'x-authorization': basic })) {
      expect(readChallenge(response)).toBe('Bearer error="invalid_token"');
    }
  });

  it('refuses two headers of one name, each with a good token', async () => {
    const requests = idsOf('open', 'secured', 'account').map((id) => {
      const headers = new Headers({ authorization: credentials('reader') });
      headers.append('authorization', credentials('editor'));
      const init = { method: methods().get(id) ?? '', headers };
      return world.service.fetch(table[id]?.path ?? '', init);
    });
    for (const response of await Promise.all(requests)) {
      expect(readChallenge(response)).toBe('Bearer error="invalid_token"');
    }
  });

  it('takes a token from no other place', async () => {
    const token = credentials('reader').replace('Bearer ', '');
    for (const id of idsOf('secured', 'account')) {
      const path = table[id]?.path ?? '';
      const query = `${path}${path.includes('?') ? '&' : '?'}access_token=${token}`;
      const headers = { 'x-service-access-token': token, cookie: `access_token=${token}` };
      const init = { method: methods().get(id) ?? '', headers, ...bodyOf(id) };
      expect((await world.service.fetch(query, init)).status).toBe(401);
    }
  });
});

describe('every refusal', () => {
  const refusals = new Set([401, 403, 429]);

  it('leaves one security line of its request, and no other answer does', () => {
    const reported = ({ logLines }: VisitResult) =>
      securityLines(logLines)
        .filter(({ event }) => event === 'refusal')
        .map(({ request, operation, status }) => [request, operation, status]);
    const expected = ({ status, requestId, route }: VisitResult) =>
      refusals.has(status) ? [[requestId, route, status]] : [];
    expect(differences(steps, reported, expected)).toEqual([]);
  });

  it('tells of whom it was, where a token whose signature is good says so', () => {
    const reported = ({ logLines }: VisitResult): boolean =>
      securityLines(logLines).some(({ event, account }) => {
        return event === 'refusal' && Number.isInteger(account);
      });
    const chosen = steps.filter(({ route }) => idsOf('secured', 'account').includes(route));
    const unsigned = new Set<TokenStanding>(['no token', 'a token that is not good']);
    const refused = chosen.filter(({ status }) => refusals.has(status));
    expect(differences(refused, reported, ({ caller }) => !unsigned.has(caller.standing))).toEqual(
      [],
    );
  });
});

describe('every sign-in', () => {
  it('leaves one security line with its account', () => {
    const signIns = steps.filter(({ route, status }) => {
      return (
        ['issue-token', 'get-token', 'get-client-id', 'get-server-settings'].includes(route) &&
        status === 200
      );
    });
    const reported = ({ logLines }: VisitResult) =>
      securityLines(logLines).map(({ event, outcome, account }) => [
        event,
        outcome,
        Number.isInteger(account),
      ]);
    expect(differences(signIns, reported, () => [['sign-in', 'success', true]])).toEqual([]);
  });
});

describe('the log', () => {
  it('tells no password, token, secret or hash, whoever calls', async () => {
    const lines = steps.flatMap(({ logLines }) => logLines);
    expect(lines.length).toBeGreaterThan(steps.length);
    expect(linesWithSecrets(lines, await collectSecrets(world, steps))).toEqual([]);
  });
});

describe('every route, once Guest may read', () => {
  it('still refuses whom it refused, and shows an account in no group what it shows without a token', async () => {
    await world.service.openToGuest();
    const again = await sendVisits(
      world.service,
      listVisits(table, methods(), world.callers).filter(
        ({ route, line }) =>
          idsOf('open', 'secured', 'account').includes(route) && line.form === undefined,
      ),
      logLines,
    );
    const writing = operations
      .filter(({ operation: { scope, method } }) => scope === undefined && method !== 'GET')
      .map(({ operation }) => operation.id);
    const changed = again.filter((step) => {
      const { status, challenge } = expectedOf(step);
      return (
        step.status !== status ||
        step.challenge !== challenge ||
        shows(step) !== expectedOf(step).shows
      );
    });
    // Guest's right to read gives nothing here: these need rights of their own.
    const never = new Set([
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
      'get-client-id',
      'get-server-settings',
      ...writing,
    ]);
    const nobodys = idsOf('open', 'secured', 'account').filter((id) => !never.has(id));
    const readers = world.callers
      .filter(({ standing }) => ['no token', 'a token that shows nothing'].includes(standing))
      .map(({ name }) => name);
    expect(readers.length).toBeGreaterThan(3);
    const shown = changed.filter((step) => shows(step));
    for (const name of readers) {
      const routes = shown.filter(({ caller }) => caller.name === name).map(({ route }) => route);
      expect([name, new Set(routes)]).toEqual([name, new Set(nobodys)]);
    }
    expect(changed.filter(({ caller }) => !readers.includes(caller.name))).toEqual([]);
    // Now the account may see these, but neither change them nor read their history, so the status is 403 and no longer 404.
    const refused = changed.filter((step) => !shows(step));
    expect(refused.filter(({ caller }) => caller.standing === 'no token')).toEqual([]);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
  });
});
