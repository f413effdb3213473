import { isIP } from 'node:net';

import type { APIGatewayProxyEvent } from 'aws-lambda';

import { pathVariables, type PathVariable } from '../operation.ts';

/** Values by name; a name that was sent several times has several values. */
export type ValuesByName = ReadonlyMap<string, readonly string[]>;

/** A request, free of the shape that API Gateway gives it. */
export type HttpRequest = {
  /** Names the request in the log and in problem documents. */
  readonly id: string;
  readonly method: string;
  /** The resource of the API that was matched, such as `/resources/{first}`. */
  readonly resource: string;
  /** The values of the variables of the matched resource, in order, decoded. */
  readonly pathValues: readonly string[];
  readonly query: ValuesByName;
  /** By lower-case name. */
  readonly headers: ValuesByName;
  /** Undefined when nothing was sent. */
  readonly body: Buffer | undefined;
  /** The caller's address. */
  readonly sourceAddress: string;
};

type SingleValues = Readonly<Record<string, string | undefined>> | null | undefined;
type MultipleValues = Readonly<Record<string, readonly string[] | undefined>> | null | undefined;

function collect(multiple: MultipleValues, single: SingleValues, named: (name: string) => string) {
  const values = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(single ?? {})) {
    if (value !== undefined) values.set(named(name), [value]);
  }
  for (const [name, several] of Object.entries(multiple ?? {})) {
    if (several !== undefined) values.set(named(name), several);
  }
  return values;
}

/** The bytes of a body, which the gateway gives in base64. */
function sentBody({ body, isBase64Encoded }: APIGatewayProxyEvent): Buffer | undefined {
  if (body === null || body === undefined || body === '') return undefined;
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

/** The address in `address:port`; undefined for anything else. Of IPv6 it has no brackets: `2001:db8::1:443`. */
function withoutPort(value: string): string | undefined {
  const address = /^(.+):\d{1,5}$/.exec(value)?.[1] ?? '';
  return isIP(address) === 0 ? undefined : address;
}

/** One that came several times was not written by the front alone. */
function viewerAddress(headers: ValuesByName, name: string | undefined): string | undefined {
  const [value, ...others] = (name === undefined ? undefined : headers.get(name)) ?? [];
  return value === undefined || others.length > 0 ? undefined : withoutPort(value);
}

/**
 * Reads an event of API Gateway (REST, Lambda proxy). This is the only place that knows its shape.
 * @param event path variables and query values come decoded; `path` is not read, since it may carry a base path
 * @param fallbackId the id of the request when the event has none
 * @param viewerAddressHeader in lower case: the header in which the front tells its viewer's address as `address:port`. Left
 * out, and where the header tells none, the address is the one that API Gateway sees
 */
export function fromGatewayEvent(
  event: APIGatewayProxyEvent,
  fallbackId: string,
  viewerAddressHeader?: string,
): HttpRequest {
  const values: SingleValues = event.pathParameters;
  const headers = collect(event.multiValueHeaders, event.headers, (name) => name.toLowerCase());
  const gatewayAddress = event.requestContext?.identity?.sourceIp ?? '';
  return {
    id: event.requestContext?.requestId ?? fallbackId,
    method: event.httpMethod,
    resource: event.resource,
    pathValues: pathVariables(event.resource).map((name) => values?.[name] ?? ''),
    query: collect(
      event.multiValueQueryStringParameters,
      event.queryStringParameters,
      (name) => name,
    ),
    headers,
    body: sentBody(event),
    sourceAddress: viewerAddress(headers, viewerAddressHeader) ?? gatewayAddress,
  };
}

/**
 * The value of a header; the values of one that was sent several times are joined (RFC 9110, section 5.3).
 * @param name in lower case
 */
export function readHeader(request: HttpRequest, name: string): string | undefined {
  return request.headers.get(name)?.join(', ');
}

function namesAll<Name extends string>(
  values: Readonly<Record<string, string>>,
  names: readonly string[],
): values is Readonly<Record<Name, string>> {
  return names.every((name) => values[name] !== undefined);
}

/**
 * The path variables by the names that the operation gives them. API Gateway's own names differ where
 * two operations share a resource, so they are matched by position.
 * @param path of the operation, such as `/resources/{resource_instance_id}`
 * @throws Error when the matched resource has fewer variables
 */
export function readPathVariables<Path extends string>(
  request: HttpRequest,
  path: Path,
): Readonly<Record<PathVariable<Path>, string>> {
  const names = pathVariables(path);
  const values = Object.fromEntries(
    names.flatMap((name, index) => {
      const value = request.pathValues[index];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (!namesAll<PathVariable<Path>>(values, names)) {
    throw new Error(`The resource ${request.resource} has not the variables of ${path}.`);
  }
  return values;
}
