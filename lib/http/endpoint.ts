import { authenticatedData } from '../identity/authenticated-data.ts';
import type { Principal } from '../model/accounts/principal.ts';
import { publicKeyOf } from '../identity/public-keys.ts';
import type { DataApi } from '../data-api/client.ts';
import { run, type Query } from '../data-api/query.ts';
import { openData } from '../open-data.ts';
import { settings } from '../settings.ts';
import { claimedPrincipal } from './request/claimed-principal.ts';
import type { Definition, FrameContext, GatewayHandler } from './definition.ts';
import { handlerOf, type HandlerOptions } from './handler.ts';
import type { DataOperation } from './operation.ts';

/** What an operation may use besides the request: the data, and what every request has. */
export type EndpointContext = FrameContext & {
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
  ofProcess ??= openData(() => Math.max(0, remainingMilliseconds() - timeToAnswer));
  return ofProcess;
}

/** The context with the data, whose calls are counted in the line of the request. */
function withData(context: FrameContext, principal: Principal): EndpointContext {
  remainingMilliseconds = context.remainingMilliseconds;
  const before = ofProcess?.calls() ?? 0;
  context.log.note('dataApiCalls', () => (ofProcess?.calls() ?? 0) - before);
  const data = (): DataApi => authenticatedData(dataApi(), principal);
  return {
    ...context,
    get data() {
      return data();
    },
    read: (query) => run(data().read, query),
    write: (query) => run(data().write, query),
  };
}

/**
 * Builds the Lambda handler of an operation on the data.
 * @param options how errors are told, where the form that the operation names does not say it all; and what sends answers that stream
 */
export function endpoint<const O extends DataOperation>(
  definition: Definition<O, EndpointContext>,
  options: Omit<HandlerOptions, 'authenticate'> = {},
): GatewayHandler {
  return handlerOf<O>(
    definition,
    (request, context) => definition.handle(request, withData(context, request.principal)),
    {
      ...options,
      authenticate: (request, remaining) => {
        remainingMilliseconds = remaining;
        return claimedPrincipal(request, {
          issuer: settings().baseUrl,
          publicKey: (keyId) => publicKeyOf(dataApi(), keyId),
        });
      },
    },
  );
}
