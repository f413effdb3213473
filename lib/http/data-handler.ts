import type { DataCapability } from '../capabilities.ts';
import { withCredentialCheck } from '../identity/credential-check.ts';
import type { Principal } from '../model/accounts/principal.ts';
import { findPublicKey } from '../identity/public-keys.ts';
import { callCounts } from '../data-api/call-counts.ts';
import type { DataApi } from '../data-api/client.ts';
import { runQuery, type Query } from '../data-api/query.ts';
import { createDataApiProvider } from '../open-data-api.ts';
import type { Log } from '../log.ts';
import { readPrincipal } from './request/read-principal.ts';
import type { OperationWithHandler, HandlerContext, LambdaHandler } from './operation-handler.ts';
import { createLambdaHandler, type HandlerOptions } from './lambda-handler.ts';
import { refuseLateWrites } from './responses/deadline.ts';
import type { DataOperation } from './operation.ts';

/** The context of a handler with database access. */
export type DataHandlerContext = HandlerContext & {
  /** The client, which a process creates when it is first used. Each read also checks that the token of the caller is still valid. */
  readonly dataApi: DataApi;
  /** Runs a query with `dataApi.read` or `dataApi.write`. */
  readonly read: <Value>(query: Query<Value>) => Promise<Value>;
  readonly write: <Value>(query: Query<Value>) => Promise<Value>;
};

/** Milliseconds that are reserved for the response after the wait for a paused database. */
const millisecondsForResponse = 3000;

// A Lambda process handles one request at a time, and reuses its client for the next one.
let remainingMillisecondsOfRequest: () => number = () => 0;

const openDataApi = createDataApiProvider(() =>
  Math.max(0, remainingMillisecondsOfRequest() - millisecondsForResponse),
);

/** Adds the numbers of Data API calls and throttles of the request to its log line. */
function addCallCounts(log: Log): void {
  const countsAtStart = { ...callCounts };
  log.addField('DataApiCalls', () => callCounts.calls - countsAtStart.calls);
  log.addField('Throttles', () => callCounts.throttles - countsAtStart.throttles || undefined);
}

/** Adds database access to the context, and limits waits for a paused database to the time of this request. */
function addDatabaseAccess(
  context: HandlerContext,
  principal: Principal,
  capability: DataCapability,
): DataHandlerContext {
  remainingMillisecondsOfRequest = context.remainingMilliseconds;
  const getDataApi = (): DataApi =>
    refuseLateWrites(
      withCredentialCheck(openDataApi(capability, context.settings), principal),
      context.remainingMilliseconds,
    );
  return {
    ...context,
    get dataApi() {
      return getDataApi();
    },
    read: (query) => runQuery(getDataApi().read, query),
    write: (query) => runQuery(getDataApi().write, query),
  };
}

/** Creates the Lambda handler of an operation that uses the database. */
export function createDataHandler<const O extends DataOperation>(
  operation: OperationWithHandler<O, DataHandlerContext>,
  options: Omit<HandlerOptions, 'authenticate' | 'addLogFields'> = {},
): LambdaHandler {
  const { capability } = operation;
  return createLambdaHandler<O>(
    operation,
    (request, context) =>
      operation.handle(request, addDatabaseAccess(context, request.principal, capability)),
    {
      ...options,
      addLogFields: addCallCounts,
      authenticate: (request, authentication) => {
        const { settings } = authentication;
        remainingMillisecondsOfRequest = authentication.remainingMilliseconds;
        return readPrincipal(request, authentication, {
          issuer: settings.baseUrl,
          findPublicKey: (keyId) => findPublicKey(openDataApi(capability, settings), keyId),
        });
      },
    },
  );
}
