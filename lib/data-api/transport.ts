import { defaultProvider } from '@aws-sdk/credential-provider-node';
import type { BeginTransactionResponse, ExecuteStatementResponse } from '@aws-sdk/client-rds-data';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest, loadRestJsonErrorCode, type HttpResponse } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity, RequestHandler } from '@smithy/types';

/** The operations of the RDS Data API that we use, by their paths. */
export type DataApiPath =
  | '/Execute'
  | '/BeginTransaction'
  | '/CommitTransaction'
  | '/RollbackTransaction';

export type DataApiResponse = Pick<ExecuteStatementResponse, 'records'> &
  Pick<BeginTransactionResponse, 'transactionId'>;

/** Sends a request; `attempt` is 1 for the first time. @throws DataApiFault, TimeoutError, and errors of the connection */
export type Transport = (
  path: DataApiPath,
  request: object,
  attempt: number,
) => Promise<DataApiResponse>;

/** The Data API answered with an error; `name` is that of its service model. */
export class DataApiFault extends Error {
  /** In the form in which `@smithy/core/retry` reads the status. */
  readonly $metadata: { readonly httpStatusCode: number };

  constructor(name: string, message: string, status: number) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode: status };
  }
}

export type TransportOptions = {
  readonly region: string;
  /** Left out in AWS. */
  readonly endpoint?: string | undefined;
  /** Left out in AWS, where the environment of the function has them. */
  readonly credentials?: AwsCredentialIdentity | undefined;
  readonly handler?: RequestHandler<HttpRequest, HttpResponse> | undefined;
};

const requestTimeoutMilliseconds = 50_000;

/** AWS accepts signatures of five minutes before and after its own time. */
const toleratedMilliseconds = 4 * 60_000;

/**
 * Creates a transport that signs requests to the RDS Data API and sends them as JSON (restJson1), with kept connections. It has the parts of
 * the AWS client that we need: the whole client is a quarter of a bundle and walks a schema of every value, but we send and receive
 * only strings, booleans and nulls (docs/adr/015-libraries.md).
 */
export function createTransport(options: TransportOptions): Transport {
  const { region, credentials = defaultProvider() } = options;
  const { protocol, hostname, port, pathname } = new URL(
    options.endpoint ?? `https://rds-data.${region}.${domainOf(region)}`,
  );
  const basePath = pathname.replace(/\/$/, '');
  const signer = new SignatureV4({ service: 'rds-data', region, credentials, sha256: Sha256 });
  const handler =
    options.handler ??
    new NodeHttpHandler({
      requestTimeout: requestTimeoutMilliseconds,
      throwOnRequestTimeout: true,
      connectionTimeout: 2000,
    });
  let clockOffset = 0;

  return async (path, content, attempt) => {
    const body = JSON.stringify(content);
    const request = new HttpRequest({
      protocol,
      hostname,
      ...(port === '' ? {} : { port: Number(port) }),
      method: 'POST',
      path: `${basePath}${path}`,
      headers: {
        host: port === '' ? hostname : `${hostname}:${port}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'heritage-data-service',
        'amz-sdk-request': `attempt=${attempt}`,
      },
      body,
    });
    const signingDate = new Date(Date.now() + clockOffset);
    const signed = HttpRequest.clone(await signer.sign(request, { signingDate }));
    const { response } = await handler.handle(signed);
    clockOffset = measureClockOffset(response.headers['date'], clockOffset);
    return readResponse(response);
  };
}

/** The domain of the endpoints of a region. Source: the partitions of AWS. */
function domainOf(region: string): string {
  if (region.startsWith('cn-')) return 'amazonaws.com.cn';
  return region.startsWith('eusc-') ? 'amazonaws.eu' : 'amazonaws.com';
}

/**
 * Computes by how many milliseconds the clock of AWS is ahead of ours, so that a wrong clock does not make signatures invalid.
 * @param date the `Date` header of a response
 * @param knownOffset the present offset, which small differences do not change
 */
function measureClockOffset(date: string | undefined, knownOffset: number): number {
  const offset = Date.parse(date ?? '') - Date.now();
  return Math.abs(offset - knownOffset) > toleratedMilliseconds ? offset : knownOffset;
}

async function readResponse(response: HttpResponse): Promise<DataApiResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response.body) chunks.push(Buffer.from(chunk));
  const { statusCode } = response;
  const content = parseContent(Buffer.concat(chunks).toString(), statusCode);
  if (statusCode < 300) return content;
  throw new DataApiFault(
    loadRestJsonErrorCode(response, content) ?? 'Unknown',
    content.message ?? content.Message ?? 'UnknownError',
    statusCode,
  );
}

type ResponseContent = DataApiResponse & { readonly message?: string; readonly Message?: string };

/** @throws DataApiFault if the text is not JSON, such as the page of a proxy */
function parseContent(text: string, status: number): ResponseContent {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch (error) {
    throw new DataApiFault('SyntaxError', String(error).replace(/^SyntaxError: /, ''), status);
  }
}
