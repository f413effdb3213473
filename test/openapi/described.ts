import { loadOperations } from '../../infra/generate/operations.ts';
import {
  createOpenApiDocument,
  type OpenApiDocumentOptions,
} from '../../infra/generate/openapi/document.ts';
import { readExamples } from '../../infra/generate/openapi/examples.ts';

/** Creates the OpenAPI document of all operations, or only of those below a path. */
export async function describeService(
  options: Pick<OpenApiDocumentOptions, 'version' | 'below'>,
): Promise<Record<string, unknown>> {
  const operations = await loadOperations();
  const describedOperations = operations.map(({ handler, ...operation }) => ({
    ...operation,
    subject: handler.split('/')[1] ?? '',
  }));
  const examples = await readExamples();
  const baseUrl = 'https://heritage.test';
  const document = createOpenApiDocument(describedOperations, { ...options, baseUrl, examples });
  return JSON.parse(JSON.stringify(document));
}
