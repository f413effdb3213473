import type { DescribedOperation, Writing } from './described-operation.ts';
import { parameterObjects } from './parameters.ts';
import { requestBody } from './request-body.ts';
import { responses } from './responses.ts';
import { security } from './security.ts';
import type { OperationObject } from './shared-parts.ts';

/** `get-resource` becomes `getResource`, as its function is named. */
function operationId(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The operation object of OpenAPI.
 * @param names of the variables of its path in the document, in their order
 */
export function operationObject(
  described: DescribedOperation,
  names: readonly string[],
  writing: Writing,
): OperationObject {
  const { operation, subject } = described;
  const parameters = parameterObjects(operation, names, writing.writer);
  const body = requestBody(described, writing);
  const isDeprecated = Object.values(operation.responses).some(
    (one) => typeof one !== 'string' && one.headers?.includes('Deprecation'),
  );
  return {
    operationId: operationId(operation.id),
    tags: [subject],
    summary: operation.summary,
    ...(operation.alias === undefined
      ? {}
      : { description: `Existing clients call it at \`${operation.alias}\`, which is the same.` }),
    ...(isDeprecated ? { deprecated: true } : {}),
    security: security(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responses(operation, writing),
  };
}
