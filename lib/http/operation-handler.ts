import type * as z from 'zod';

import type { Log } from '../log.ts';
import { callerOf, type Caller } from '../model/accounts/caller.ts';
import type { Principal } from '../model/accounts/principal.ts';
import type { PreferredLanguages } from '../model/pick-language.ts';
import type { Settings } from '../settings.ts';
import type { HttpResponse } from './responses/response.ts';
import { requireAdded, type RequestContext } from './request-context.ts';
import { readPreferredLanguages } from './negotiation/accept.ts';
import type { FormatName } from './negotiation/formats.ts';
import type { Operation, PathVariable } from './operation.ts';
import { refuseDryRunInBody } from './parameters/dry-run.ts';
import { decodeBody } from './request/request-body.ts';
import {
  readHeader,
  readPathVariables,
  type HttpRequest,
  type ValuesByName,
} from './request/request.ts';
import type { LambdaFunction } from './streaming/lambda-runtime.ts';

/** The formats of an operation; undefined if it has no choice of formats. */
type FormatOf<O extends Operation> = O extends { readonly formats: readonly (infer Name)[] }
  ? Name & FormatName
  : undefined;

/** Who sent a request. */
type RequestCaller = {
  readonly principal: Principal;
  /** The account id of the principal; null if anonymous. */
  readonly caller: Caller;
};

type RequestContent<O extends Operation, Parameters> = {
  readonly method: string;
  readonly parameters: Parameters;
  /** The query as received, for links that repeat it. */
  readonly query: ValuesByName;
  /** The conditions on resource instances as sent, if the operation follows any. */
  readonly conditions: ValuesByName;
  /** The parameters of query, headers and body as they were sent, unknown ones included. */
  readonly sent: ValuesByName;
  /** Decoded path variables, by their names in the path of the operation. */
  readonly path: Readonly<Record<PathVariable<O['path']>, string>>;
  /** The decoded values of the path variables of the matched resource, in order. */
  readonly pathValues: readonly string[];
  readonly format: FormatOf<O>;
  /** The negotiated media type; empty if the operation has no choice of formats. */
  readonly mediaType: string;
  /** The profiles that `Accept` names with that media type. */
  readonly profiles: readonly string[];
  /** The languages of `Accept-Language`, then the default language of the project. */
  readonly languages: PreferredLanguages;
  /** Reads a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Decoded text; undefined if empty, or if the body is binary. */
  readonly body: string | undefined;
  /** The bytes of the body; undefined if empty. */
  readonly bytes: Buffer | undefined;
  /** The matched resource of API Gateway, such as `/resources/{first}`. */
  readonly resource: string;
  /** The IP address of the caller. */
  readonly sourceAddress: string;
};

/** A parsed request, with the negotiated format and the caller. */
export type OperationRequest<
  O extends Operation,
  Parameters = z.output<O['parameters']>,
> = RequestContent<O, Parameters> & RequestCaller;

/** A request as the handler of an operation gets it: without the caller if the operation ignores callers. */
type HandlerRequest<O extends Operation> = RequestContent<O, z.output<O['parameters']>> &
  Pick<RequestCaller, O['access'] extends 'ignores-token' ? never : keyof RequestCaller>;

/** The context of every handler. */
export type HandlerContext = {
  readonly settings: Settings;
  readonly log: Log;
  readonly requestId: string;
  /** Milliseconds until Lambda stops the process. */
  readonly remainingMilliseconds: () => number;
};

/** Responds to the requests of an operation, or throws a PublicError. */
export type OperationHandler<O extends Operation, OperationContext> = (
  request: OperationRequest<O>,
  context: OperationContext,
) => Promise<HttpResponse>;

/** An operation with its handler. Members that `Operation` does not have are type errors. */
export type OperationWithHandler<O extends Operation, OperationContext> = Readonly<O> & {
  readonly handle: (
    request: HandlerRequest<NoInfer<O>>,
    context: OperationContext,
  ) => Promise<HttpResponse>;
} & { readonly [Name in Exclude<keyof NoInfer<O>, keyof Operation | 'handle'>]: never };

/** A Lambda function behind API Gateway (REST) that carries its operation, for the generator and the tests. */
export type LambdaHandler = LambdaFunction & { readonly operation: Operation };

function isFormatOf<O extends Operation>(
  format: FormatName | undefined,
  operation: O,
): format is FormatOf<O> & FormatName {
  if (format === undefined) return operation.formats === undefined;
  return operation.formats?.includes(format) ?? false;
}

/**
 * Decodes the body. It is read only with POST and PUT: with other methods it has no meaning (RFC 9110, section 9.3).
 * @throws RequestTooLarge, NotUtf8
 * @throws InvalidInput if the body contains `dry_run`
 */
function decodeRequestBody(request: HttpRequest, operation: Operation): string | undefined {
  const hasBody = operation.method === 'POST' || operation.method === 'PUT';
  if (!hasBody || operation.hasBinaryBody === true || request.body === undefined) return undefined;
  const text = decodeBody(request.body);
  refuseDryRunInBody(operation, text, readHeader(request, 'content-type'));
  return text;
}

/**
 * Converts the request context to the request that a handler receives.
 * @param defaultLanguage of the project
 * @throws RequestTooLarge, NotUtf8
 * @throws InvalidInput if the body contains `dry_run`
 * @throws Error if the middleware is in the wrong order, or the matched resource does not belong to the operation
 */
export function toOperationRequest<O extends Operation, Parameters>(
  context: RequestContext<Parameters>,
  operation: O,
  defaultLanguage: string,
): OperationRequest<O, Parameters> {
  const { request, negotiated } = context;
  const principal = requireAdded(context.principal, 'principal');
  const format = negotiated?.format;
  if (!isFormatOf(format, operation)) throw new Error('No middleware negotiated a format.');
  return {
    method: request.method,
    parameters: requireAdded(context.parameters, 'parameters'),
    query: request.query,
    conditions: context.conditions ?? new Map(),
    sent: requireAdded(context.sent, 'sent'),
    pathValues: request.pathValues,
    path: readPathVariables<O['path']>(request, operation.path),
    format,
    mediaType: negotiated?.mediaType ?? '',
    profiles: negotiated?.profiles ?? [],
    languages: readPreferredLanguages(readHeader(request, 'accept-language'), defaultLanguage),
    principal,
    caller: callerOf(principal),
    header: (name) => readHeader(request, name),
    body: decodeRequestBody(request, operation),
    bytes: request.body,
    resource: request.resource,
    sourceAddress: request.sourceAddress,
  };
}
