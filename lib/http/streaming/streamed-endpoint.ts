import type { Answering } from '../chain.ts';
import { timeToBegin } from '../deadline.ts';
import type { Definition, GatewayHandler } from '../definition.ts';
import { endpoint, type EndpointContext } from '../endpoint.ts';
import type { DataOperation } from '../operation.ts';
import { streaming, type LambdaFunction } from './lambda-runtime.ts';
import { sendAnswer } from './streamed.ts';

/** The function that sends what the chain answers while it is made, and writes the line of the request when that is done. */
export function asStream(answering: Answering): LambdaFunction {
  return streaming(async (event, stream, lambda) => {
    const { context, hasBegun } = timeToBegin(lambda);
    const outgoing = await answering(event, context);
    hasBegun();
    await sendAnswer(outgoing, stream, lambda);
  });
}

/** Builds the Lambda handler of an operation on the data whose answers may stream. The functions of all others cannot send so. */
export function streamedEndpoint<const O extends DataOperation & { readonly isStreamed: true }>(
  definition: Definition<O, EndpointContext>,
): GatewayHandler {
  return endpoint<O>(definition, { send: asStream });
}
