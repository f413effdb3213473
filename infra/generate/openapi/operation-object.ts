import type { DescribedOperation, DocumentContext } from './described-operation.ts';
import { parameterObjects } from './parameters.ts';
import { requestBodyObject } from './request-body.ts';
import { responseObjects } from './responses.ts';
import { securityRequirements } from './security.ts';
import type { OperationObject } from './shared-parts.ts';

/** Converts the id of an operation, such as `get-resource`, to camel case: `getResource`. */
function toCamelCase(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Creates the OpenAPI operation object.
 * @param variableNames the names of the path variables in the document, in order
 */
export function operationObject(
  described: DescribedOperation,
  variableNames: readonly string[],
  context: DocumentContext,
): OperationObject {
  const { operation, subject } = described;
  const parameters = parameterObjects(operation, variableNames, context.writer);
  const body = requestBodyObject(described, context);
  const isDeprecated = Object.values(operation.responses).some(
    (response) => typeof response !== 'string' && response.headers?.includes('Deprecation'),
  );
  return {
    operationId: toCamelCase(operation.id),
    tags: [subject],
    summary: operation.summary,
    ...(operation.alias === undefined
      ? {}
      : {
          description: `Existing clients use the path \`${operation.alias}\`, which does the same.`,
        }),
    ...(isDeprecated ? { deprecated: true } : {}),
    security: securityRequirements(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responseObjects(operation, context),
  };
}
