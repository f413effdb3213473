import { handlerOf } from './handler.ts';
import type { Definition, FrameContext, GatewayHandler, Shapes } from './definition.ts';
import type { PlainOperation } from './operation.ts';

/**
 * Builds the Lambda handler of an operation that needs no data. Its bundle has no way to the data.
 * @param definition the operation, the schema of its parameters and its `handle`
 * @throws Error when the parameters described and those parsed are not the same
 */
export function frame<const O extends PlainOperation, Shape extends Shapes<O>>(
  definition: Definition<O, Shape, FrameContext>,
): GatewayHandler<O> {
  return handlerOf(definition);
}
