import { withTokenCheck } from '../identity/token-check.ts';
import type { Principal } from '../model/accounts/principal.ts';
import { findPublicKey } from '../identity/public-keys.ts';
import type { DataApi } from '../data-api/client.ts';
import { runQuery, type Query } from '../data-api/query.ts';
import { openDataApi } from '../open-data-api.ts';
import { settings } from '../settings.ts';
import { readPrincipal } from './request/principal.ts';
import type { OperationWithHandler, HandlerContext, LambdaHandler } from './operation-handler.ts';
import { createLambdaHandler, type HandlerOptions } from './lambda-handler.ts';
import type { DataOperation } from './operation.ts';

/** What an operation may use besides the request: the data, and what every request has. */
export type DataHandlerContext = HandlerContext & {
  /** The way to the data, opened at the first use in a process; what it reads is held to the caller's token. */
  readonly data: DataApi;
  /** Runs a query that reads, or one that writes, by `data`. @throws what `run` throws */
  readonly read: <Value>(query: Query<Value>) => Promise<Value>;
  readonly write: <Value>(query: Query<Value>) => Promise<Value>;
};

/** Milliseconds that are left for an answer after the database was waited for. */
const timeToAnswer = 3000;

let ofProcess: DataApi | undefined;
let remainingMilliseconds: () => number = () => 0;

function dataApi(): DataApi {
  // A Lambda process answers one request at a time, so the time of the latest is the time there is.
  ofProcess ??= openDataApi(() => Math.max(0, remainingMilliseconds() - timeToAnswer));
  return ofProcess;
}

/** The context with the data, whose calls are counted in the line of the request. */
function withData(context: HandlerContext, principal: Principal): DataHandlerContext {
  remainingMilliseconds = context.remainingMilliseconds;
  const before = ofProcess?.calls() ?? 0;
  context.log.note('dataApiCalls', () => (ofProcess?.calls() ?? 0) - before);
  const data = (): DataApi => withTokenCheck(dataApi(), principal);
  return {
    ...context,
    get data() {
      return data();
    },
    read: (query) => runQuery(data().read, query),
    write: (query) => runQuery(data().write, query),
  };
}

/**
 * Builds the Lambda handler of an operation on the data.
 * @param options how errors are told, where the form that the operation names does not say it all; and what sends answers that stream
 */
export function createDataHandler<const O extends DataOperation>(
  definition: OperationWithHandler<O, DataHandlerContext>,
  options: Omit<HandlerOptions, 'authenticate'> = {},
): LambdaHandler {
  return createLambdaHandler<O>(
    definition,
    (request, context) => definition.handle(request, withData(context, request.principal)),
    {
      ...options,
      authenticate: (request, remaining) => {
        remainingMilliseconds = remaining;
        return readPrincipal(request, {
          issuer: settings().baseUrl,
          publicKey: (keyId) => findPublicKey(dataApi(), keyId),
        });
      },
    },
  );
}
