import type * as z from 'zod';

import type { Log } from '../log.ts';
import { callerOf, type Caller } from '../model/accounts/caller.ts';
import type { Principal } from '../model/accounts/principal.ts';
import type { Settings } from '../settings.ts';
import type { HttpResponse } from './responses/response.ts';
import { requireAdded, type RequestContext } from './request-context.ts';
import { parseAcceptLanguage } from './negotiation/accept.ts';
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

/** The formats of an operation; undefined for one whose answer has one form only. */
type FormatOf<O extends Operation> = O extends { readonly formats: readonly (infer Name)[] }
  ? Name & FormatName
  : undefined;

/** A request as an operation sees it: parsed, negotiated, and with its caller. */
export type OperationRequest<O extends Operation, Parameters = z.output<O['parameters']>> = {
  readonly method: string;
  readonly parameters: Parameters;
  /** The query as it was sent, for links that repeat it. */
  readonly query: ValuesByName;
  /** Decoded variables, by the names in the operation's path. */
  readonly path: Readonly<Record<PathVariable<O['path']>, string>>;
  readonly format: FormatOf<O>;
  /** The media type that was agreed on; empty for an operation that has no choice of formats. */
  readonly mediaType: string;
  /** The profiles that `Accept` names for it. */
  readonly profiles: readonly string[];
  /** The languages of `Accept-Language`, the most wanted first. */
  readonly languages: readonly string[];
  readonly principal: Principal;
  /** The same as statements take it: the account id; null for anonymous. */
  readonly caller: Caller;
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Decoded text; undefined when nothing was sent. */
  readonly body: string | undefined;
  /** The resource of the API that was matched, such as `/resources/{first}`. */
  readonly resource: string;
  /** The caller's address. */
  readonly sourceAddress: string;
};

/** What an operation may use besides the request. */
export type HandlerContext = {
  readonly settings: Settings;
  readonly log: Log;
  readonly requestId: string;
  /** Milliseconds until the process is stopped. */
  readonly remainingMilliseconds: () => number;
};

/** What answers the requests of an operation, or throws an error of `errors.ts`. */
export type OperationHandler<O extends Operation, OperationContext> = (
  request: OperationRequest<O>,
  context: OperationContext,
) => Promise<HttpResponse>;

/** An operation with what answers it, and no member that an operation does not have. */
export type OperationWithHandler<O extends Operation, OperationContext> = Readonly<O> & {
  readonly handle: OperationHandler<NoInfer<O>, OperationContext>;
} & { readonly [Name in Exclude<keyof NoInfer<O>, keyof Operation | 'handle'>]: never };

/** A Lambda handler behind API Gateway (REST) that knows which operation it is. */
export type LambdaHandler = LambdaFunction & { readonly operation: Operation };

function isFormatOf<O extends Operation>(
  format: FormatName | undefined,
  operation: O,
): format is FormatOf<O> & FormatName {
  if (format === undefined) return operation.formats === undefined;
  return operation.formats?.includes(format) ?? false;
}

/**
 * The body, of an operation that has one: with other methods it means nothing (RFC 9110, section 9.3).
 * @throws RequestTooLarge, NotUtf8
 * @throws InvalidInput where it says `dry_run`
 */
function bodyOf(request: HttpRequest, operation: Operation): string | undefined {
  const hasBody = operation.method === 'POST' || operation.method === 'PUT';
  if (!hasBody || request.body === undefined) return undefined;
  const text = decodeBody(request.body);
  refuseDryRunInBody(operation, text, readHeader(request, 'content-type'));
  return text;
}

/**
 * What the chain found out of a request, as its operation sees it.
 * @throws RequestTooLarge
 * @throws NotUtf8
 * @throws InvalidInput where the body says `dry_run`
 * @throws Error when the chain is in the wrong order, or the matched resource is not one of the operation
 */
export function toOperationRequest<O extends Operation, Parameters>(
  exchange: RequestContext<Parameters>,
  operation: O,
): OperationRequest<O, Parameters> {
  const { request, negotiated } = exchange;
  const principal = requireAdded(exchange.principal, 'principal');
  const format = negotiated?.format;
  if (!isFormatOf(format, operation)) throw new Error('The chain did not negotiate a format.');
  return {
    method: request.method,
    parameters: requireAdded(exchange.parameters, 'parameters'),
    query: request.query,
    path: readPathVariables<O['path']>(request, operation.path),
    format,
    mediaType: negotiated?.mediaType ?? '',
    profiles: negotiated?.profiles ?? [],
    languages: parseAcceptLanguage(readHeader(request, 'accept-language')),
    principal,
    caller: callerOf(principal),
    header: (name) => readHeader(request, name),
    body: bodyOf(request, operation),
    resource: request.resource,
    sourceAddress: request.sourceAddress,
  };
}
