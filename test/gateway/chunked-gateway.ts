import type { HttpResponse } from '../../lib/http/responses/response.ts';
import { scriptedFunction } from './fixtures/script.ts';
import { createLambda } from './emulator/lambda.ts';
import { createGateway, type Gateway } from './emulator/gateway.ts';
import { awsStreamLimits, type StreamLimits } from './emulator/streams.ts';
import type { RestApi } from './emulator/rest-api.ts';

/** The options of the gateway and of its only function. */
type GatewaySetup = {
  readonly isStreamed?: boolean;
  /** The value of HDS_ANSWERS. */
  readonly answers?: string;
  readonly limits?: Partial<StreamLimits>;
  readonly handler?: string;
};

/** Creates a gateway with one function at `/pieces`, which returns the response that `answerWithChunks` sets. */
export function createChunkedGateway({
  isStreamed = true,
  answers = 'stream',
  limits = {},
  handler = 'test/gateway/fixtures/streamed.handler',
}: GatewaySetup = {}): Gateway {
  const api: RestApi = {
    root: {
      path: '/',
      methods: new Map(),
      streamTimeouts: new Map(),
      children: [
        {
          path: '/pieces',
          children: [],
          methods: new Map([['ANY', 'Pieces']]),
          streamTimeouts: new Map(isStreamed ? [['ANY', 900_000]] : []),
        },
      ],
    },
    gatewayResponses: new Map(),
    binaryMediaTypes: [],
    minimumCompressionSize: undefined,
    handlers: new Map([['Pieces', handler]]),
    answers: new Map([['Pieces', answers]]),
  };
  return createGateway(api, createLambda(api, [], 'sources', { ...awsStreamLimits, ...limits }));
}

/** The number of chunks that a response has generated so far, and whether its generator is closed. */
export type ChunkProgress = { chunkCount: number; isClosed: boolean };

/**
 * Sets a response in chunks as the answer of the function.
 * @param chunks texts, or errors to throw instead of a text
 * @param responseMembers other members of the response
 */
export function answerWithChunks(
  chunks: Iterable<string | Error>,
  responseMembers: Partial<HttpResponse> = {},
): ChunkProgress {
  const progress: ChunkProgress = { chunkCount: 0, isClosed: false };
  async function* body(): AsyncGenerator<string, void, undefined> {
    try {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        progress.chunkCount += 1;
        yield chunk;
      }
    } finally {
      progress.isClosed = true;
    }
  }
  scriptedFunction.answer = async () => ({
    status: 200,
    contentType: 'application/json',
    body: body(),
    ...responseMembers,
  });
  return progress;
}

export function requestChunks(
  gateway: Gateway,
  init: RequestInit = {},
  query = '',
): Promise<Response> {
  return gateway.fetch(new Request(`https://a.test/pieces${query}`, init));
}

/** Reads a body until it ends or breaks. */
export async function readBodyUntilEnd(
  response: Response,
): Promise<{ readonly bytes: Buffer; readonly isBroken: boolean }> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks), isBroken: false };
  } catch {
    return { bytes: Buffer.concat(chunks), isBroken: true };
  }
}
