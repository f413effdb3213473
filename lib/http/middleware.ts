import type middy from '@middy/core';
import type * as z from 'zod';

import { InvalidInput, NotFound, errorCode } from '../errors.ts';
import { isStorableText } from '../json/storable.ts';
import { callerOf } from '../model/accounts/caller.ts';
import { anonymous, hasSession, type Principal } from '../model/accounts/principal.ts';
import { isUuid } from '../model/ids.ts';
import { requireSettings, type Settings, type SettingsResult } from '../settings.ts';
import { withInstanceHeaders } from './responses/instance-headers.ts';
import { withHeaders, type HttpResponse } from './responses/response.ts';
import { requireScope } from './request/bearer.ts';
import { FrontRequired } from './request/front.ts';
import { corsHeaders } from './responses/cors.ts';
import type { RequestContext } from './request-context.ts';
import { canUseToken, type Access } from './operation.ts';
import {
  negotiateFormat,
  findOfferedFormat,
  type NegotiatedFormat,
  type OfferedFormats,
} from './negotiation/negotiation.ts';
import { NotAcceptable } from './errors/errors.ts';
import { dryRunErrors } from './parameters/dry-run.ts';
import { mergeParameters, toValuesByName } from './parameters/merge-parameters.ts';
import { parseParameters, parameterError } from './parameters/parse-parameters.ts';
import { misspeltListErrors, unknownParameterErrors } from './parameters/unknown-parameters.ts';
import {
  problemResponse,
  type ErrorFormatter,
  type PageErrorFormatter,
} from './errors/error-formats.ts';
import { readRequestConditions } from './questions/request-conditions.ts';
import { readBodyParameters } from './request/body-parameters.ts';
import { encodeMultipartForm } from './request/multipart-form.ts';
import { readHeader, type HttpRequest } from './request/request.ts';
import { bufferBody } from './responses/response-body.ts';
import { ValueTaken } from '../writing/errors.ts';

type Middleware<Parameters = unknown> = middy.MiddlewareObj<
  RequestContext<Parameters>,
  HttpResponse
>;
type ChainStep<Parameters = unknown> = middy.Request<RequestContext<Parameters>, HttpResponse>;

/** Changes every response, including error responses. */
function onEveryResponse(
  change: (response: HttpResponse, context: RequestContext<unknown>) => HttpResponse,
): Middleware {
  const apply = (step: ChainStep): void => {
    if (step.response) step.response = change(step.response, step.event);
  };
  return { after: apply, onError: apply };
}

/** Sends the id under which the request is logged. */
export function addRequestId(): Middleware {
  return onEveryResponse((response, { request }) =>
    withHeaders(response, { 'X-Request-Id': request.id }),
  );
}

/** Lets scripts of other origins read every response except those to a browser that is signed in. */
export function addCorsHeaders(): Middleware {
  return onEveryResponse((response, context) =>
    withHeaders(
      response,
      hasSession(context.principal) ? {} : corsHeaders(context.request.resource),
    ),
  );
}

/** Adds the licence of the data, and lets pages load the logo of the instance. */
export function addInstanceHeaders(): Middleware {
  return onEveryResponse((response, { operation, settings }) =>
    withInstanceHeaders(response, operation, settings),
  );
}

/** Whether a browser requests a page: a GET or HEAD whose negotiated format is HTML. */
function isPageRequest({
  request,
  negotiated,
}: Pick<RequestContext<unknown>, 'request' | 'negotiated'>): boolean {
  return negotiated?.format === 'html' && isRead(request);
}

/**
 * Whether the session of the browser counts: for pages, and for reads that a page of the service itself makes, by a link to another format or
 * a file, or by its script. Browsers mark them with `Sec-Fetch-Site: same-origin` (Fetch Metadata Request Headers), which no page of another
 * origin can do. `none` marks the address that a user opens: it counts for files, which people keep as bookmarks.
 * @rule Sign-in and tokens: For which requests does the session of a browser count?
 */
function readsSession(context: SessionContext): boolean {
  if (!mayReadSession(context)) return false;
  const site = readHeader(context.request, 'sec-fetch-site');
  return (
    isPageRequest(context) ||
    site === 'same-origin' ||
    (site === 'none' && context.operation.opensFromAddressBar === true)
  );
}

type SessionContext = Pick<RequestContext<unknown>, 'request' | 'negotiated' | 'operation'>;

/** The pages of applications read the session themselves. */
const mayReadSession = ({ operation, request }: SessionContext): boolean =>
  operation.access !== 'ignores-token' && operation.access !== 'session' && isRead(request);

const isRead = ({ method }: HttpRequest): boolean => method === 'GET' || method === 'HEAD';

/** The request headers that decide whether a session counts. */
function sessionHeaders(context: SessionContext): readonly string[] {
  if (!mayReadSession(context)) return [];
  return isPageRequest(context) ? ['Cookie'] : ['Cookie', 'Sec-Fetch-Site'];
}

/** Forbids caches to store a response that depends on the session of a browser. */
export function forbidCachingOfSessions(): Middleware {
  return onEveryResponse((response, context) => {
    if (!hasSession(context.principal)) return response;
    const { ETag: _tag, 'Last-Modified': _time, ...headers } = response.headers ?? {};
    return { ...response, headers: { ...headers, 'Cache-Control': 'private, no-store' } };
  });
}

/** The request headers that identify the caller. */
const callerHeaders: Readonly<Record<Access, readonly string[]>> = {
  'ignores-token': [],
  'optional-session': [],
  'optional-token': ['Authorization', 'X-Authorization'],
  secured: ['Authorization', 'X-Authorization'],
  account: ['Authorization', 'X-Authorization'],
  session: ['Cookie'],
};

/**
 * Sets `Vary` to all request headers on which the response depends: those that the handler has set, and those of the operation.
 * @rule Responses: What does `Vary` name?
 */
export function addVaryHeader(): Middleware {
  return onEveryResponse((response, context) => {
    const { operation, settings } = context;
    const { Vary: handlerVary, ...headers } = response.headers ?? {};
    const names = [
      ...(handlerVary === undefined ? [] : [handlerVary]),
      ...(operation.formats === undefined ? [] : ['Accept']),
      ...callerHeaders[operation.access],
      ...sessionHeaders(context),
      ...parameterHeaders(Object.keys(operation.parameters.shape), settings),
    ];
    return names.length === 0
      ? response
      : { ...response, headers: { ...headers, Vary: names.join(', ') } };
  });
}

function parameterHeaders(
  parameters: readonly string[],
  settings: SettingsResult,
): readonly string[] {
  const { parameterHeaderPrefixes } = requireSettings(settings);
  return parameterHeaderPrefixes.flatMap((prefix) =>
    parameters.map((name) => `${prefix}${name}`.replaceAll('_', '-').toUpperCase()),
  );
}

/** Statuses that are logged as security events. */
const securityStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Turns a thrown error into a response in the error format of the operation. */
export function mapErrors(
  formatError: ErrorFormatter,
  formatPageError?: PageErrorFormatter,
): Middleware {
  return {
    onError: async (step) => {
      const { request, log, principal, settings } = step.event;
      // A request that bypasses the front never reaches an operation, so it always gets a problem document.
      const formatter = step.error instanceof FrontRequired ? problemResponse : formatError;
      const isPage = formatPageError !== undefined && isPageRequest(step.event);
      const response = isPage
        ? formatPageError(step.error, step.event)
        : formatter(step.error, request, settings);
      const code = errorCode(step.error);
      if (response.status >= 400) log.addField('code', () => code ?? 'unexpected');
      if (response.status >= 500) log.error(step.error);
      const account = principal?.kind === 'account' ? { account: principal.accountId } : {};
      if (step.error instanceof ValueTaken) {
        log.security('value-taken', { ...account, times: step.error.occurrences });
      }
      if (securityStatuses.has(response.status)) {
        log.security('refusal', {
          ...account,
          status: response.status,
          ...(code === undefined ? {} : { reason: code }),
        });
      }
      step.response = await bufferBody(response);
    },
  };
}

/**
 * Refuses requests that do not come through the front of the service, if it has one. A caller who bypasses the front could otherwise choose
 * the address under which failed sign-ins are counted.
 * @rule Sign-in and tokens: Has a request come through the front, and what if not?
 * @throws FrontRequired, InvalidSettings
 */
export function requireFront(): Middleware {
  return {
    before: ({ event }) => {
      // Without valid settings it is unknown whether there is a front.
      requireSettings(event.settings);
      if (event.request.bypassesFront) throw new FrontRequired();
    },
  };
}

/** PostgreSQL cannot store U+0000, so no path that contains it exists. @throws NotFound */
export function refuseUnstorablePath(): Middleware {
  return {
    before: ({ event }) => {
      if (event.request.pathValues.every(isStorableText)) return;
      throw new NotFound('There is nothing at this path: no id or name contains U+0000.');
    },
  };
}

/**
 * Ids in a path can have any letter case; they are stored in lower case.
 * @rule Requests: Which ids in a path may be in capitals?
 */
export function lowercasePathIds(): Middleware {
  return {
    before: ({ event }) => {
      const pathValues = event.request.pathValues.map((value) =>
        isUuid(value) ? value.toLowerCase() : value,
      );
      event.request = { ...event.request, pathValues };
    },
  };
}

/** Turns multipart forms into URL-encoded ones, so that handlers read one kind. @throws RequestTooLarge, NotUtf8, MalformedForm */
export function encodeMultipartForms(): Middleware {
  return {
    before: async ({ event }) => {
      event.request = await encodeMultipartForm(event.request, event.operation);
    },
  };
}

/** Adds an unknown format to the errors of the other parameters. Without other errors, an unknown format is a 406. */
function addFormatError(
  error: unknown,
  format: string | undefined,
  offered?: OfferedFormats,
): unknown {
  const isUnknownFormat =
    format !== undefined &&
    offered !== undefined &&
    findOfferedFormat(format, offered) === undefined;
  if (!isUnknownFormat || !(error instanceof InvalidInput)) return error;
  const message = `must be ${offered.join(' or ')}.`;
  return new InvalidInput([...error.errors, parameterError('format', 'invalid', message)]);
}

type Negotiation =
  | { readonly negotiated: NegotiatedFormat; readonly error?: undefined }
  | { readonly negotiated?: undefined; readonly error: NotAcceptable };

function tryNegotiation(negotiate: () => NegotiatedFormat): Negotiation {
  try {
    return { negotiated: negotiate() };
  } catch (error) {
    if (error instanceof NotAcceptable) return { error };
    throw error;
  }
}

/**
 * Parses the parameters from query, headers and, if the operation allows it, the body. Negotiates the format if the operation has
 * several.
 * @throws InvalidInput listing everything that is wrong
 * @throws NotAcceptable
 */
export function readParameters<Schema extends z.ZodObject>(
  schema: Schema,
): Middleware<z.output<Schema>> {
  return {
    before: ({ event }) => {
      const { query, headers } = event.request;
      const { formats, parametersInBody, ignoresUnknownAccept, refusesUnknownParameters } =
        event.operation;
      const { parameterHeaderPrefixes } = requireSettings(event.settings);
      const sources = {
        query,
        headers,
        prefixes: parameterHeaderPrefixes,
        ...(parametersInBody ? { body: readBodyParameters(event.request) } : {}),
      };
      const merged = mergeParameters(sources);
      const conditions = readRequestConditions(event.operation, sources);
      event.conditions = conditions.values;
      event.sent = toValuesByName(merged);
      const parameterSchemas = schema.shape;
      const dryRunInputErrors = dryRunErrors(event.operation, merged.values);
      const nameErrors = refusesUnknownParameters
        ? unknownParameterErrors(query, {
            ...parameterSchemas,
            ...Object.fromEntries(conditions.values),
          })
        : misspeltListErrors(merged.values.keys(), parameterSchemas).filter(
            ({ pointer }) => !dryRunInputErrors.some((error) => error.pointer === pointer),
          );
      // An unknown path is unknown, whatever format it is requested in.
      const format = event.operation.method === 'ANY' ? undefined : merged.values.get('format');
      const accept = readHeader(event.request, 'accept');
      const negotiation =
        formats === undefined
          ? undefined
          : tryNegotiation(() => negotiateFormat(format, accept, formats, ignoresUnknownAccept));
      // Set before the parameters are parsed, so that their errors have the negotiated format too.
      if (negotiation?.negotiated !== undefined) event.negotiated = negotiation.negotiated;
      try {
        event.parameters = parseParameters(merged, schema, {
          excludedNames: formats === undefined ? [] : ['format'],
          additionalErrors: [...nameErrors, ...dryRunInputErrors, ...conditions.errors],
        });
      } catch (error) {
        throw addFormatError(error, format, formats);
      }
      if (negotiation?.error !== undefined) throw negotiation.error;
    },
  };
}

export type AuthenticationOptions = {
  readonly readsToken: boolean;
  /** Whether the session of a browser counts if there is no token. */
  readonly readsSession: boolean;
  readonly settings: Settings;
  /** Milliseconds until Lambda stops the process. */
  readonly remainingMilliseconds: () => number;
};

/** Reads the caller from the token or the session. @throws InvalidToken */
export type Authenticate = (
  request: HttpRequest,
  options: AuthenticationOptions,
) => Promise<Principal>;

/**
 * Reads the caller, and checks the scope that the operation needs.
 * @rule Requests: When does the session of a browser count?
 * @throws InvalidToken, InsufficientScope
 */
export function authenticateCaller(authenticate: Authenticate): Middleware {
  return {
    before: async ({ event, context }) => {
      const readsToken = canUseToken(event.operation);
      const options = { readsToken, readsSession: readsSession(event) };
      const principal =
        options.readsToken || options.readsSession
          ? await authenticate(event.request, {
              ...options,
              settings: requireSettings(event.settings),
              remainingMilliseconds: () => context.getRemainingTimeInMillis(),
            })
          : anonymous;
      event.principal = principal;
      event.log.addField('account', () => callerOf(principal) ?? undefined);
      requireScope(principal, event.operation);
    },
  };
}
