import type { DescribedOperation, DocumentContext } from './described-operation.ts';
import { createParameterObjects } from './parameters.ts';
import { createRequestBodyObject } from './request-body.ts';
import { createResponses } from './responses.ts';
import { listSecurityRequirements } from './security.ts';
import type { OperationObject } from './shared-parts.ts';

/** Converts the id of an operation, such as `get-resource`, to camel case: `getResource`. */
function toCamelCase(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Creates the OpenAPI operation object.
 * @param variableNames the names of the path variables in the document, in order
 */
export function createOperationObject(
  described: DescribedOperation,
  variableNames: readonly string[],
  context: DocumentContext,
): OperationObject {
  const { operation, subject } = described;
  const parameters = createParameterObjects(operation, variableNames, context.writer);
  const body = createRequestBodyObject(described, context);
  const isDeprecated = Object.values(operation.responses).some(
    (response) => typeof response !== 'string' && response.headers?.includes('Deprecation'),
  );
  return {
    operationId: toCamelCase(operation.id),
    tags: [subject],
    summary: operation.summary,
    ...describeFurther(operation),
    ...(isDeprecated ? { deprecated: true } : {}),
    security: listSecurityRequirements(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: createResponses(operation, context),
  };
}

/** What the summary does not say; without members if there is nothing. */
function describeFurther({ alias, description }: DescribedOperation['operation']): {
  readonly description?: string;
} {
  const sentences = [
    ...(description === undefined ? [] : [description]),
    ...(alias === undefined
      ? []
      : [`Existing clients use the path \`${alias}\`, which does the same.`]),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}
