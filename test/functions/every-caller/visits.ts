import { readChallenge, postForm } from '../../support/accounts.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import type { TestService } from '../../support/service.ts';
import type { RouteCaller, TokenStanding } from './caller.ts';
import type { LogLines } from './log-lines.ts';
import type { RouteExpectation } from './route-table.ts';

/** A request of a caller to a route. */
export type Visit = {
  /** The id of the operation. */
  readonly route: string;
  readonly method: string;
  readonly line: RouteExpectation;
  readonly caller: RouteCaller;
  readonly place: 'Authorization' | 'X-Authorization';
};

/** A request and its answer. */
export type VisitResult = Visit & {
  readonly status: number;
  readonly challenge: string | null;
  readonly location: string | null;
  readonly requestId: string | null;
  readonly body: string;
  /** Data API calls. */
  readonly calls: number;
  readonly logLines: readonly string[];
};

/** Checking passwords is slow, so routes that check one for every caller get one header only. */
const placesOf = ({ signsIn }: RouteExpectation) =>
  signsIn === true ? (['Authorization'] as const) : (['Authorization', 'X-Authorization'] as const);

/** Each of these is refused for a reason of its own, but in the same way: it visits some of the routes. All others visit every route. */
const alike: ReadonlySet<TokenStanding> = new Set([
  'a token that is not good',
  'a token that holds no longer',
]);

/**
 * Callers at routes, with one header after the other, but not the scheme Basic where it belongs to an application.
 * @param methods by the id of the operation
 */
export function listVisits(
  table: Readonly<Record<string, RouteExpectation>>,
  methods: ReadonlyMap<string, string>,
  callers: readonly RouteCaller[],
): readonly Visit[] {
  const byStanding = Map.groupBy(callers, ({ standing }) => standing);
  return Object.entries(table).flatMap(([route, line], turn) =>
    [...byStanding]
      .flatMap(([standing, all]) => (alike.has(standing) ? takeInTurn(all, turn, 4) : all))
      .filter(({ credentials }) => !(line.takesBasic === true && credentials?.startsWith('Basic')))
      .flatMap((caller, number) =>
        takeInTurn(placesOf(line), turn + number, 1).map((place) => ({
          route,
          method: methods.get(route) ?? 'GET',
          line,
          caller,
          place,
        })),
      ),
  );
}

/**
 * Sends requests one after the other.
 * @param logLines captures the log
 */
export async function sendVisits(
  service: TestService,
  all: readonly Visit[],
  logLines: LogLines,
): Promise<readonly VisitResult[]> {
  const steps: VisitResult[] = [];
  for (const visit of all) {
    const before = service.stack.server.counters.read().calls;
    logLines.take();
    const response = await ask(service, visit);
    steps.push({
      ...visit,
      status: response.status,
      challenge: readChallenge(response),
      location: response.headers.get('location'),
      requestId: response.headers.get('x-request-id'),
      body: await response.text(),
      calls: service.stack.server.counters.read().calls - before,
      logLines: logLines.take(),
    });
  }
  return steps;
}

async function ask(
  service: TestService,
  { line, method, caller, place }: Visit,
): Promise<Response> {
  const { credentials } = caller;
  const headers = {
    ...line.headers,
    ...(credentials === undefined ? {} : { [place]: credentials }),
  };
  if (line.form !== undefined) return postForm(service, line.path, line.form, headers);
  if (line.body === undefined) return service.fetch(line.path, { method, headers });
  const json = { ...headers, 'content-type': 'application/json' };
  return service.fetch(line.path, { method, headers: json, body: line.body });
}
