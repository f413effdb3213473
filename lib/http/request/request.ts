import { isIP } from 'node:net';

import type { APIGatewayProxyEvent } from 'aws-lambda';

import { listPathVariables, type PathVariable } from '../operation.ts';
import { frontSecretHeader, isFromFront, type Front } from './front.ts';

/** Values by name. A repeated name has several values. */
export type ValuesByName = ReadonlyMap<string, readonly string[]>;

/** An HTTP request, independent of API Gateway. */
export type HttpRequest = {
  /** Identifies the request in the log and in problem documents. */
  readonly id: string;
  readonly method: string;
  /** The matched resource of API Gateway, such as `/resources/{first}`. */
  readonly resource: string;
  /** The decoded values of the path variables, in order. */
  readonly pathValues: readonly string[];
  readonly query: ValuesByName;
  /** By lower-case name. */
  readonly headers: ValuesByName;
  /** Undefined if empty. */
  readonly body: Buffer | undefined;
  /** The IP address of the caller. */
  readonly sourceAddress: string;
  /** Whether the service has a front, and the request did not come through it. */
  readonly bypassesFront: boolean;
};

type SingleValues = Readonly<Record<string, string | undefined>> | null | undefined;
type MultipleValues = Readonly<Record<string, readonly string[] | undefined>> | null | undefined;

function collectValues(
  multiValues: MultipleValues,
  singleValues: SingleValues,
  toKey: (name: string) => string,
) {
  const values = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(singleValues ?? {})) {
    if (value !== undefined) values.set(toKey(name), [value]);
  }
  for (const [name, repeatedValues] of Object.entries(multiValues ?? {})) {
    if (repeatedValues !== undefined) values.set(toKey(name), repeatedValues);
  }
  return values;
}

function readBody({ body, isBase64Encoded }: APIGatewayProxyEvent): Buffer | undefined {
  if (body === null || body === undefined || body === '') return undefined;
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

/** Reads the address from `address:port`; undefined for other texts. CloudFront writes IPv6 without brackets: `2001:db8::1:443`. */
function parseAddressWithPort(value: string): string | undefined {
  const address = /^(.+):\d{1,5}$/.exec(value)?.[1] ?? '';
  return isIP(address) === 0 ? undefined : address;
}

/** Reads the address of the caller from a header of the front. A repeated header is ignored: the caller could have sent one of the two. */
function readViewerAddress(headers: ValuesByName, name: string): string | undefined {
  const [value, ...otherValues] = headers.get(name) ?? [];
  return value === undefined || otherValues.length > 0 ? undefined : parseAddressWithPort(value);
}

/**
 * Reads an event of API Gateway (REST, Lambda proxy).
 * @rule Sign-in and tokens: Which address of a caller counts?
 * @param event has decoded path variables and query values; its `path` is ignored, because it may contain a base path
 * @param fallbackId the id of the request if the event has none
 * @param front sends `address:port` of the caller in a header. The header is trusted only if the front also sent its secret; otherwise
 *   the address is the one that API Gateway reports
 */
export function fromGatewayEvent(
  event: APIGatewayProxyEvent,
  fallbackId: string,
  front?: Front,
): HttpRequest {
  const variables: SingleValues = event.pathParameters;
  const headers = collectValues(event.multiValueHeaders, event.headers, (name) =>
    name.toLowerCase(),
  );
  const gatewayAddress = event.requestContext?.identity?.sourceIp ?? '';
  const frontSecrets = headers.get(frontSecretHeader) ?? [];
  const trustedFront = front !== undefined && isFromFront(frontSecrets, front) ? front : undefined;
  // No code below needs the secret, so none can reveal it.
  headers.delete(frontSecretHeader);
  return {
    id: event.requestContext?.requestId ?? fallbackId,
    method: event.httpMethod,
    resource: event.resource,
    pathValues: listPathVariables(event.resource).map((name) => variables?.[name] ?? ''),
    query: collectValues(
      event.multiValueQueryStringParameters,
      event.queryStringParameters,
      (name) => name,
    ),
    headers,
    body: readBody(event),
    sourceAddress:
      (trustedFront && readViewerAddress(headers, trustedFront.viewerAddressHeader)) ??
      gatewayAddress,
    bypassesFront: front !== undefined && trustedFront === undefined,
  };
}

/** Reads a header. The values of a repeated header are joined (RFC 9110, section 5.3). @param name in lower case */
export function readHeader(
  request: Pick<HttpRequest, 'headers'>,
  name: string,
): string | undefined {
  return request.headers.get(name)?.join(', ');
}

function hasAllNames<Name extends string>(
  values: Readonly<Record<string, string>>,
  names: readonly string[],
): values is Readonly<Record<Name, string>> {
  return names.every((name) => values[name] !== undefined);
}

/**
 * Reads the path variables by their names in the path of the operation. They are matched by position, because the names in API Gateway
 * are shared by several operations.
 * @param path of the operation, such as `/resources/{resource_instance_id}`
 * @throws Error if the matched resource has fewer variables
 */
export function readPathVariables<Path extends string>(
  request: HttpRequest,
  path: Path,
): Readonly<Record<PathVariable<Path>, string>> {
  const names = listPathVariables(path);
  const values = Object.fromEntries(
    names.flatMap((name, index) => {
      const value = request.pathValues[index];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (!hasAllNames<PathVariable<Path>>(values, names)) {
    throw new Error(`The resource ${request.resource} lacks variables of ${path}.`);
  }
  return values;
}
