import { readChallenge, postForm } from '../../support/accounts.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import type { TestService } from '../../support/service.ts';
import type { RouteCaller, TokenKind } from './caller.ts';
import type { LogLines } from './log-lines.ts';
import type { RouteExpectation } from './route-table.ts';

/** A request of a caller to a route. */
export type Visit = {
  /** The id of the operation. */
  readonly route: string;
  readonly method: string;
  /** What the table expects of the route. */
  readonly expectation: RouteExpectation;
  readonly caller: RouteCaller;
  /** The header with the token. */
  readonly header: 'Authorization' | 'X-Authorization';
};

/** A request and its answer. */
export type VisitResult = Visit & {
  readonly status: number;
  readonly challenge: string | null;
  readonly location: string | null;
  readonly requestId: string | null;
  readonly body: string;
  /** The number of Data API calls. */
  readonly calls: number;
  readonly logLines: readonly string[];
};

/** Checking passwords is slow, so routes that check one for every caller get one header, and one caller of each kind, only. */
const listHeaders = ({ checksPassword }: RouteExpectation) =>
  checksPassword === true
    ? (['Authorization'] as const)
    : (['Authorization', 'X-Authorization'] as const);

/** How many callers with one kind of token visit a route, in turn. Other kinds have one caller, who visits every route. */
const sampleSizes: Readonly<Partial<Record<TokenKind, number>>> = {
  'an invalid token': 1,
  'a token that is no longer valid': 1,
  'a token that may read nothing': 1,
  'a token that may read everything': 1,
};

/**
 * The visits of callers to routes, which alternate between the two headers. Routes that accept the scheme Basic for applications get
 * no visit with that scheme.
 * @param methods by the id of the operation
 */
export function listVisits(
  table: Readonly<Record<string, RouteExpectation>>,
  methods: ReadonlyMap<string, string>,
  callers: readonly RouteCaller[],
): readonly Visit[] {
  const callersByToken = Map.groupBy(callers, ({ tokenKind }) => tokenKind);
  return Object.entries(table).flatMap(([route, expectation], turn) =>
    [...callersByToken]
      .flatMap(([tokenKind, callersOfKind]) => {
        const allowed = callersOfKind.filter(
          ({ credentials }) =>
            !(expectation.acceptsBasic === true && credentials?.startsWith('Basic')),
        );
        if (expectation.checksPassword === true) return takeInTurn(allowed, turn, 1);
        const chosen = takeInTurn(allowed, turn, sampleSizes[tokenKind] ?? allowed.length);
        return allowed.filter(
          (caller) =>
            chosen.includes(caller) || expectation.exceptions?.[caller.name] !== undefined,
        );
      })
      .flatMap((caller, index) =>
        takeInTurn(listHeaders(expectation), turn + index, 1).map((header) => ({
          route,
          method: methods.get(route) ?? 'GET',
          expectation,
          caller,
          header,
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
  visits: readonly Visit[],
  logLines: LogLines,
): Promise<readonly VisitResult[]> {
  const results: VisitResult[] = [];
  for (const visit of visits) {
    const callsBefore = service.stack.server.counters.read().calls;
    logLines.take();
    const response = await sendVisit(service, visit);
    results.push({
      ...visit,
      status: response.status,
      challenge: readChallenge(response),
      location: response.headers.get('location'),
      requestId: response.headers.get('x-request-id'),
      body: await response.text(),
      calls: service.stack.server.counters.read().calls - callsBefore,
      logLines: logLines.take(),
    });
  }
  return results;
}

async function sendVisit(
  service: TestService,
  { expectation, method, caller, header }: Visit,
): Promise<Response> {
  const { credentials } = caller;
  const headers = {
    ...expectation.headers,
    ...(credentials === undefined ? {} : { [header]: credentials }),
  };
  if (expectation.form !== undefined)
    return postForm(service, expectation.path, expectation.form, headers);
  if (expectation.body === undefined) return service.fetch(expectation.path, { method, headers });
  const json = { 'content-type': 'application/json', ...headers };
  return service.fetch(expectation.path, { method, headers: json, body: expectation.body });
}
