import type { Answer } from '../../lib/http/answers/answer.ts';
import { script } from './fixtures/script.ts';
import { lambda } from './imitation/functions.ts';
import { gatewayOf, type Gateway } from './imitation/gateway.ts';
import { streamLimits, type StreamLimits } from './imitation/streams.ts';
import type { RestApi } from './imitation/template.ts';

/** How the gateway of a test asks its one function, and how that answers. */
type Setup = {
  readonly isStreamed?: boolean;
  readonly answers?: string;
  readonly limits?: Partial<StreamLimits>;
  readonly handler?: string;
};

/** A gateway with one function at `/pieces`, which answers what `answers` was given last. */
export function gatewayOfPieces({
  isStreamed = true,
  answers = 'stream',
  limits = {},
  handler = 'test/gateway/fixtures/streamed.handler',
}: Setup = {}): Gateway {
  const api: RestApi = {
    root: {
      path: '/',
      methods: new Map(),
      streams: new Map(),
      children: [
        {
          path: '/pieces',
          children: [],
          methods: new Map([['ANY', 'Pieces']]),
          streams: new Map(isStreamed ? [['ANY', 900_000]] : []),
        },
      ],
    },
    gatewayResponses: new Map(),
    binaryMediaTypes: [],
    minimumCompressionSize: undefined,
    handlers: new Map([['Pieces', handler]]),
    answers: new Map([['Pieces', answers]]),
  };
  return gatewayOf(api, lambda(api, [], 'sources', { ...streamLimits, ...limits }));
}

/** What became of the parts that an answer was made of. */
export type Making = { made: number; isClosed: boolean };

/**
 * Lets the function answer with these parts.
 * @param parts each a text, or an error that comes in its place
 */
export function answerWithParts(
  parts: Iterable<string | Error>,
  more: Partial<Answer> = {},
): Making {
  const making: Making = { made: 0, isClosed: false };
  async function* body(): AsyncGenerator<string, void, undefined> {
    try {
      for (const part of parts) {
        if (part instanceof Error) throw part;
        making.made += 1;
        yield part;
      }
    } finally {
      making.isClosed = true;
    }
  }
  script.answer = async () => ({
    status: 200,
    contentType: 'application/json',
    body: body(),
    ...more,
  });
  return making;
}

/** Asks for the pieces. */
export function ask(gateway: Gateway, init: RequestInit = {}, query = ''): Promise<Response> {
  return gateway.fetch(new Request(`https://a.test/pieces${query}`, init));
}

/** Reads what comes of a body until it ends or breaks. */
export async function readToTheEnd(
  response: Response,
): Promise<{ readonly bytes: Buffer; readonly isBroken: boolean }> {
  const read: Uint8Array[] = [];
  try {
    for await (const chunk of response.body ?? []) read.push(chunk);
    return { bytes: Buffer.concat(read), isBroken: false };
  } catch {
    return { bytes: Buffer.concat(read), isBroken: true };
  }
}
