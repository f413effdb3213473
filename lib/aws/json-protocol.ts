import { ServiceException } from '@smithy/core/client';
import { HttpRequest, HttpResponse, loadRestJsonErrorCode } from '@smithy/core/protocols';
import type {
  $ClientProtocol,
  $Codec,
  $OperationSchema,
  $ClientProtocolCtor,
  EndpointBearer,
  EndpointV2,
  MetadataBearer,
  SerdeFunctions,
} from '@smithy/types';

/** The settings that a client gives its protocol. `serviceTarget` precedes the names of operations in `x-amz-target`. */
type ProtocolSettings = ConstructorParameters<$ClientProtocolCtor<HttpRequest, HttpResponse>>[0];

/**
 * Writes the requests of an AWS client and reads the responses as JSON: by restJson1 if an operation has a path, otherwise by AWS JSON 1.1.
 * The protocols of the client traverse a schema for every value, to convert dates, bytes and numbers. The service sends and receives only
 * strings, booleans, nulls and doubles, and theirs would make up an eighth of a bundle (docs/adr/015-libraries.md).
 */
export class JsonProtocol implements $ClientProtocol<HttpRequest, HttpResponse> {
  readonly #serviceTarget: string;

  constructor({ serviceTarget }: ProtocolSettings) {
    this.#serviceTarget = String(serviceTarget);
  }

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

  /** Sets the part of a request that its endpoint determines, once the client has resolved it. */
  updateServiceEndpoint(request: HttpRequest, { url }: EndpointV2): HttpRequest {
    const { protocol, hostname, port, pathname } = url;
    return Object.assign(request, {
      protocol,
      hostname,
      ...(port === '' ? {} : { port: Number(port) }),
      path: pathname,
    });
  }

  async serializeRequest(
    { name, traits }: $OperationSchema,
    input: object,
    context: EndpointBearer,
  ): Promise<HttpRequest> {
    const [, path] = (typeof traits === 'object' ? traits.http : undefined) ?? [];
    const { path: basePath, ...endpoint } = await context.endpoint();
    return new HttpRequest({
      protocol: endpoint.protocol,
      hostname: endpoint.hostname,
      ...(endpoint.port === undefined ? {} : { port: endpoint.port }),
      method: 'POST',
      path: `${basePath.replace(/\/$/, '')}${path ?? '/'}`,
      headers:
        path === undefined
          ? {
              'content-type': 'application/x-amz-json-1.1',
              'x-amz-target': `${this.#serviceTarget}.${name}`,
            }
          : { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  }

  /** @throws ServiceException with the name of the error in the service model, or `SyntaxError` if the body is not JSON */
  async deserializeResponse<Output extends MetadataBearer>(
    _operation: $OperationSchema,
    { streamCollector }: SerdeFunctions,
    response: HttpResponse,
  ): Promise<Output> {
    const bytes = await streamCollector(response.body);
    const content = parseContent(Buffer.from(bytes).toString(), response.statusCode);
    const $metadata = { httpStatusCode: response.statusCode };
    if (response.statusCode < 300) return { ...content, $metadata };
    throw createException(
      loadRestJsonErrorCode(response, content) ?? 'Unknown',
      content.message ?? content.Message ?? 'UnknownError',
      response.statusCode,
    );
  }
}

/** @throws ServiceException if the text is not JSON, such as the page of a proxy */
function parseContent(text: string, status: number) {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch (error) {
    throw createException('SyntaxError', String(error).replace(/^SyntaxError: /, ''), status);
  }
}

function createException(name: string, message: string, httpStatusCode: number): ServiceException {
  const $fault = httpStatusCode < 500 ? 'client' : 'server';
  return new ServiceException({ name, message, $fault, $metadata: { httpStatusCode } });
}
