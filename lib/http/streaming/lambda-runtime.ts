import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod';

/** The stream for a response. The runtime provides only these members; the first write sends status and headers. */
export type ResponseStream = NodeJS.WritableStream & {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly destroy: () => unknown;
};

/** Status and headers of a streamed response. */
export type Prelude = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
};

export type LambdaFunction = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** A function that writes its response. If its promise is rejected, Lambda reports a broken stream to the receiver. */
export type StreamingFunction = (
  event: APIGatewayProxyEvent,
  stream: ResponseStream,
  context: Context,
) => Promise<void>;

/** The members of the global `awslambda` of the Node runtime that the service uses. */
type LambdaRuntime = {
  /** Marks a function for streaming. Only the runtime can call the result. */
  readonly streamifyResponse: (handler: StreamingFunction) => LambdaFunction;
  readonly HttpResponseStream: {
    /** Sends the prelude before the first bytes of the stream: as JSON, followed by eight zero bytes. */
    readonly from: (stream: ResponseStream, prelude: Prelude) => ResponseStream;
  };
};

const runtimeSchema = z.custom<LambdaRuntime>(
  (value) => value instanceof Object && 'streamifyResponse' in value,
  'HDS_ANSWERS=stream needs the Node runtime of Lambda with its global awslambda.',
);

function requireRuntime(): LambdaRuntime {
  return runtimeSchema.parse(Reflect.get(globalThis, 'awslambda'));
}

/** Makes a Lambda function that streams its response. @throws ZodError outside of the Lambda runtime */
export function streamifyFunction(handler: StreamingFunction): LambdaFunction {
  return requireRuntime().streamifyResponse(handler);
}

/** Starts a response. Write the body to the returned stream. */
export function startStream(stream: ResponseStream, prelude: Prelude): ResponseStream {
  return requireRuntime().HttpResponseStream.from(stream, prelude);
}
