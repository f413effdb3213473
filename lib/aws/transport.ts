import type { BeginTransactionResponse, ExecuteStatementResponse } from '@aws-sdk/client-rds-data';
import type { GetSecretValueResponse } from '@aws-sdk/client-secrets-manager';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest, loadRestJsonErrorCode, type HttpResponse } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity, RequestHandler } from '@smithy/types';

export type AwsRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, which is sent as JSON. */
  readonly content: object;
};

/** The members of responses that the service reads, of all operations. */
export type AwsResponse = Pick<ExecuteStatementResponse, 'records'> &
  Pick<BeginTransactionResponse, 'transactionId'> &
  Pick<GetSecretValueResponse, 'SecretString'>;

/** Sends a request. `attempt` counts from 1. @throws AwsFault, TimeoutError, and errors of the connection */
export type Transport = (request: AwsRequest, attempt: number) => Promise<AwsResponse>;

/** A service of AWS responded with an error. `name` is the name of the error in its service model. */
export class AwsFault extends Error {
  /** The status, where `@smithy/core/retry` reads it. */
  readonly $metadata: { readonly httpStatusCode: number };

  constructor(name: string, message: string, status: number) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode: status };
  }
}

export type TransportOptions = {
  /** The name of the AWS service in endpoints and signatures, such as `rds-data`. */
  readonly service: string;
  readonly region: string;
  /** The URL of an emulator; left out in AWS. */
  readonly endpoint?: string | undefined;
  /** Left out in AWS, where the environment of the function has them. */
  readonly credentials?: AwsCredentialIdentity | undefined;
  /** In milliseconds. */
  readonly requestTimeout: number;
  readonly handler?: RequestHandler<HttpRequest, HttpResponse> | undefined;
};

/** AWS accepts signatures that are up to five minutes off its own time. */
const toleratedMilliseconds = 4 * 60_000;

/**
 * Creates a transport that signs requests to a service of AWS and sends them as JSON over persistent connections. It replaces the AWS
 * clients, which would make up a quarter of a bundle and traverse a schema for every value. The service sends and receives only strings,
 * booleans and nulls (docs/adr/015-libraries.md).
 * @rule Database and local stack: How is a request to a service of AWS signed and sent?
 */
export function createTransport(options: TransportOptions): Transport {
  const { service, region, credentials = defaultProvider(), requestTimeout } = options;
  const { protocol, hostname, port, pathname } = new URL(
    options.endpoint ?? `https://${service}.${region}.${domainOf(region)}`,
  );
  const basePath = pathname.replace(/\/$/, '');
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const handler =
    options.handler ??
    new NodeHttpHandler({
      requestTimeout,
      throwOnRequestTimeout: true,
      connectionTimeout: 2000,
    });
  let clockOffset = 0;

  return async ({ path, headers, content }, attempt) => {
    const body = JSON.stringify(content);
    const request = new HttpRequest({
      protocol,
      hostname,
      ...(port === '' ? {} : { port: Number(port) }),
      method: 'POST',
      path: `${basePath}${path}`,
      headers: {
        host: port === '' ? hostname : `${hostname}:${port}`,
        ...headers,
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'heritage-data-service',
        'amz-sdk-request': `attempt=${attempt}`,
      },
      body,
    });
    const signingDate = new Date(Date.now() + clockOffset);
    const signedRequest = HttpRequest.clone(await signer.sign(request, { signingDate }));
    const { response } = await handler.handle(signedRequest);
    clockOffset = measureClockOffset(response.headers['date'], clockOffset);
    return readResponse(response);
  };
}

/** The domain of the endpoints of a region. Source: the partitions of AWS. */
export function domainOf(region: string): string {
  if (region.startsWith('cn-')) return 'amazonaws.com.cn';
  return region.startsWith('eusc-') ? 'amazonaws.eu' : 'amazonaws.com';
}

/**
 * Computes by how many milliseconds the clock of AWS is ahead of ours, so that a wrong clock does not make signatures invalid.
 * @param date the `Date` header of a response
 * @param currentOffset the offset so far; it stays if the difference is small
 */
function measureClockOffset(date: string | undefined, currentOffset: number): number {
  const offset = Date.parse(date ?? '') - Date.now();
  return Math.abs(offset - currentOffset) > toleratedMilliseconds ? offset : currentOffset;
}

type ErrorContent = { readonly message?: string; readonly Message?: string };

async function readResponse(response: HttpResponse): Promise<AwsResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response.body) chunks.push(Buffer.from(chunk));
  const { statusCode } = response;
  const content = parseContent(Buffer.concat(chunks).toString(), statusCode);
  if (statusCode < 300) return content;
  throw new AwsFault(
    loadRestJsonErrorCode(response, content) ?? 'Unknown',
    content.message ?? content.Message ?? 'UnknownError',
    statusCode,
  );
}

/** @throws AwsFault if the text is not JSON, such as the page of a proxy */
function parseContent(text: string, status: number): AwsResponse & ErrorContent {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch (error) {
    throw new AwsFault('SyntaxError', String(error).replace(/^SyntaxError: /, ''), status);
  }
}
