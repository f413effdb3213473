import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod';

/**
 * Where a function writes an answer that is sent at once. The runtime gives no whole stream of Node, but what is named here; its
 * first write sends the status and the headers.
 */
export type ResponseStream = NodeJS.WritableStream & {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
};

/** The status and the headers of a streamed answer. */
export type Prelude = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
};

/** A function as the runtime takes it. */
export type LambdaFunction = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** A function that writes its answer. Where its promise is rejected, Lambda tells the receiver that the stream is not whole. */
export type StreamingFunction = (
  event: APIGatewayProxyEvent,
  stream: ResponseStream,
  context: Context,
) => Promise<void>;

/** What is used of the global `awslambda` of the Node runtime. */
type LambdaRuntime = {
  /** Marks a function, so that the runtime gives it a stream. Nobody but the runtime can call what comes back. */
  readonly streamifyResponse: (handler: StreamingFunction) => LambdaFunction;
  readonly HttpResponseStream: {
    /** Sends the prelude before the first bytes of the stream: as JSON, with eight zero bytes behind it. */
    readonly from: (stream: ResponseStream, prelude: Prelude) => ResponseStream;
  };
};

const runtimeOfProcess = z.custom<LambdaRuntime>(
  (value) => value instanceof Object && 'streamifyResponse' in value,
  'HDS_ANSWERS=stream is for the Node runtime of Lambda, which has the global awslambda.',
);

function runtime(): LambdaRuntime {
  return runtimeOfProcess.parse(Reflect.get(globalThis, 'awslambda'));
}

/**
 * A function whose answer is sent while it writes it.
 * @throws ZodError where this is not the runtime of Lambda
 */
export function streamifyFunction(handler: StreamingFunction): LambdaFunction {
  return runtime().streamifyResponse(handler);
}

/** Begins an answer: what is written to the stream that comes back is its body. */
export function startStream(stream: ResponseStream, prelude: Prelude): ResponseStream {
  return runtime().HttpResponseStream.from(stream, prelude);
}
