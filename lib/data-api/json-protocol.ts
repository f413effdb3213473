import { RDSDataServiceException } from '@aws-sdk/client-rds-data';
import { HttpRequest, HttpResponse, loadRestJsonErrorCode } from '@smithy/core/protocols';
import type {
  $ClientProtocol,
  $Codec,
  $OperationSchema,
  EndpointBearer,
  EndpointV2,
  MetadataBearer,
  ResponseMetadata,
  SerdeFunctions,
} from '@smithy/types';

/**
 * Writes requests and reads responses of the RDS Data API as JSON (restJson1). We send and receive only strings,
 * booleans and nulls, so we do not need the protocol of the AWS client, which walks a schema of every value. The AWS
 * client still signs, retries and times out.
 */
export class JsonProtocol implements $ClientProtocol<HttpRequest, HttpResponse> {
  getShapeId(): string {
    return 'aws.protocols#restJson1';
  }

  getRequestType(): typeof HttpRequest {
    return HttpRequest;
  }

  getResponseType(): typeof HttpResponse {
    return HttpResponse;
  }

  getPayloadCodec(): $Codec<never, never> {
    throw new Error('JsonProtocol has no payload codec: values need no conversion.');
  }

  setSerdeContext(): void {}

  updateServiceEndpoint(request: HttpRequest, { url }: EndpointV2): HttpRequest {
    const { protocol, hostname, port, pathname } = url;
    return Object.assign(request, {
      protocol,
      hostname,
      port: port === '' ? undefined : Number(port),
      path: pathname,
    });
  }

  /** @throws Error for an operation that is not called over HTTP */
  async serializeRequest(
    { name, traits }: $OperationSchema,
    input: object,
    context: EndpointBearer,
  ): Promise<HttpRequest> {
    const [method, path] = (typeof traits === 'object' ? traits.http : undefined) ?? [];
    if (method === undefined || path === undefined) throw new Error(`${name} has no path.`);
    const { path: base, ...endpoint } = await context.endpoint();
    return new HttpRequest({
      protocol: endpoint.protocol,
      hostname: endpoint.hostname,
      ...(endpoint.port === undefined ? {} : { port: endpoint.port }),
      method,
      path: `${base.replace(/\/$/, '')}${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  }

  /**
   * @throws RDSDataServiceException, with the name of the error, for a status of 300 or more; SyntaxError when the
   *   body is not JSON
   */
  async deserializeResponse<Output extends MetadataBearer>(
    _operation: $OperationSchema,
    { streamCollector }: SerdeFunctions,
    response: HttpResponse,
  ): Promise<Output> {
    const text = Buffer.from(await streamCollector(response.body)).toString();
    const content = JSON.parse(text === '' ? '{}' : text);
    const $metadata = metadataOf(response);
    if (response.statusCode < 300) return { ...content, $metadata };
    throw new RDSDataServiceException({
      name: loadRestJsonErrorCode(response, content) ?? 'Unknown',
      message: content.message ?? content.Message ?? 'UnknownError',
      $fault: response.statusCode < 500 ? 'client' : 'server',
      $metadata,
    });
  }
}

function metadataOf({ statusCode, headers }: HttpResponse): ResponseMetadata {
  const requestId = headers['x-amzn-requestid'];
  return { httpStatusCode: statusCode, ...(requestId === undefined ? {} : { requestId }) };
}
