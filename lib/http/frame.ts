import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod';

import { anonymous, type Principal } from '../model/accounts/principal.ts';
import { InvalidToken } from '../identity/errors.ts';
import { InvalidSettings, settings, type Settings } from '../settings.ts';
import { acceptedLanguages } from './negotiation/accept.ts';
import { withHeaders, type Answer } from './answers/answer.ts';
import { corsHeaders } from './answers/cors.ts';
import { beforeDeadline } from './deadline.ts';
import type { FormatName } from './negotiation/formats.ts';
import { openLog, type Log } from '../log.ts';
import { added, type Exchange } from './exchange.ts';
import { presentedToken } from './request/bearer.ts';
import * as middleware from './middleware.ts';
import type { Operation, PathVariable } from './operation.ts';
import { problemAnswer, type ErrorAnswer } from './errors/error-answers.ts';
import { fromGatewayEvent, header, pathOf, type HttpRequest } from './request/request.ts';
import { toGatewayResult } from './answers/responses.ts';

/** The formats of an operation; undefined for one whose answer has one form only. */
type FormatOf<O extends Operation> = O extends { readonly formats: readonly (infer Name)[] }
  ? Name & FormatName
  : undefined;

/** A request as an operation sees it: parsed, negotiated, and with its caller. */
export type OperationRequest<O extends Operation, Parameters> = {
  readonly method: string;
  readonly parameters: Parameters;
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
export type FrameContext = {
  readonly settings: Settings;
  readonly log: Log;
  readonly requestId: string;
  /** Milliseconds until the process is stopped. */
  readonly remainingMilliseconds: () => number;
};

/** A schema for each parameter that an operation describes; `format` is the chain's own where the operation has formats. */
export type Shapes<O extends Operation> = Readonly<
  Record<
    O extends { readonly formats: readonly unknown[] }
      ? Exclude<keyof O['parameters'] & string, 'format'>
      : keyof O['parameters'] & string,
    z.ZodType
  >
>;

/** An operation with the rules of its parameters and what answers it. */
export type Definition<O extends Operation, Shape extends Shapes<O>, OperationContext> = {
  readonly operation: O;
  readonly parameters: z.ZodObject<Shape>;
  readonly handle: (
    request: OperationRequest<O, z.output<z.ZodObject<Shape>>>,
    context: OperationContext,
  ) => Promise<Answer>;
};

/** What an endpoint brings to the chain besides its operation. */
export type FrameOptions = {
  /** How errors are told; problem documents when left out. */
  readonly errorAnswer?: ErrorAnswer;
  /** Who the caller claims to be. Left out, no token can be good. */
  readonly authenticate?: middleware.Authenticate;
};

/** A Lambda handler behind API Gateway (REST) that knows which operation it is. */
export type GatewayHandler<O extends Operation = Operation> = {
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult>;
  readonly operation: O;
};

function isFormatOf<O extends Operation>(
  format: FormatName | undefined,
  operation: O,
): format is FormatOf<O> & FormatName {
  if (format === undefined) return operation.formats === undefined;
  return operation.formats?.includes(format) ?? false;
}

function operationRequest<O extends Operation, Parameters>(
  exchange: Exchange<Parameters>,
  operation: O,
): OperationRequest<O, Parameters> {
  const { request, negotiated } = exchange;
  const format = negotiated?.format;
  if (!isFormatOf(format, operation)) throw new Error('The chain did not negotiate a format.');
  return {
    method: request.method,
    parameters: added(exchange.parameters, 'parameters'),
    path: pathOf<O['path']>(request, operation.path),
    format,
    mediaType: negotiated?.mediaType ?? '',
    profiles: negotiated?.profiles ?? [],
    languages: acceptedLanguages(header(request, 'accept-language')),
    principal: added(exchange.principal, 'principal'),
    header: (name) => header(request, name),
    body: exchange.body,
    resource: request.resource,
    sourceAddress: request.sourceAddress,
  };
}

function assertDescribed(operation: Operation, schema: z.ZodObject): void {
  const isChains = (name: string): boolean => name === 'format' && operation.formats !== undefined;
  const described = Object.keys(operation.parameters).filter((name) => !isChains(name));
  const parsed = Object.keys(schema.shape);
  if (described.toSorted().join() !== parsed.toSorted().join()) {
    throw new Error(
      `Operation ${operation.id} describes ${described.join()} but parses ${parsed.join()}.`,
    );
  }
}

async function withoutKeys(request: HttpRequest): Promise<Principal> {
  if (presentedToken(request) === undefined) return anonymous;
  throw new InvalidToken();
}

/** None where the settings cannot be used: the chain tells of that, and the request is answered all the same. */
function viewerAddressHeader(): string | undefined {
  try {
    return settings().viewerAddressHeader;
  } catch (error) {
    if (error instanceof InvalidSettings) return undefined;
    throw error;
  }
}

/**
 * Builds the handler of an operation that needs no data: the one chain that every request goes through.
 * It answers whatever happens; nothing that was thrown leaves it.
 * @param definition the operation, the schema of its parameters and its `handle`
 * @param options how errors are told and callers found out
 * @throws Error when the parameters described and those parsed are not the same
 */
export function frame<const O extends Operation, Shape extends Shapes<O>>(
  definition: Definition<O, Shape, FrameContext>,
  { errorAnswer = problemAnswer, authenticate = withoutKeys }: FrameOptions = {},
): GatewayHandler<O> {
  type Parameters = z.output<z.ZodObject<Shape>>;
  const { operation, parameters: schema, handle } = definition;
  assertDescribed(operation, schema);

  async function operate(exchange: Exchange<Parameters>, lambda: Context): Promise<Answer> {
    const work = handle(operationRequest(exchange, operation), {
      settings: settings(),
      log: exchange.log,
      requestId: exchange.request.id,
      remainingMilliseconds: () => lambda.getRemainingTimeInMillis(),
    });
    return beforeDeadline(work, lambda.getRemainingTimeInMillis(), operation);
  }

  const chain = middy<Exchange<Parameters>, Answer>({
    // The chain's own deadline covers the making of the body too.
    timeoutEarlyInMillis: 0,
  })
    .use(middleware.requestLog())
    .use(middleware.cors())
    .use(middleware.vary())
    .use(middleware.errorMapping(errorAnswer))
    .use(middleware.parameterMerge())
    .use(middleware.parameterParse(schema))
    .use(middleware.formatNegotiation())
    .use(middleware.bearerToken(authenticate))
    .use(middleware.bodyDecoding())
    .use(middleware.representation())
    .use(middleware.conditionalRequest())
    .handler(operate);

  async function answer(event: APIGatewayProxyEvent, lambda: Context) {
    const request = fromGatewayEvent(event, lambda.awsRequestId, viewerAddressHeader());
    const log = openLog(request.id, operation.id, request.method, request.sourceAddress);
    try {
      return toGatewayResult(await chain({ request, operation, log }, lambda));
    } catch (error) {
      // The chain itself failed, error mapping included: a defect of ours, of which nothing may leave.
      log.trouble(error);
      return toGatewayResult(withHeaders(errorAnswer(undefined, request.id), corsHeaders));
    }
  }
  return Object.assign(answer, { operation });
}
