import { loadOperations } from '../../infra/generate/operations.ts';
import {
  openApiDocument,
  type OpenApiDocumentOptions,
} from '../../infra/generate/openapi/document.ts';
import { examplesFile, readExamples } from '../../infra/generate/openapi/examples.ts';
import { projectPath } from '../../infra/generate/generated.ts';

/** The OpenAPI document of all operations. */
export async function describedService(
  options: Pick<OpenApiDocumentOptions, 'version' | 'below'>,
): Promise<Record<string, unknown>> {
  const operations = await loadOperations();
  const described = operations.map(({ handler, ...operation }) => ({
    ...operation,
    subject: handler.split('/')[1] ?? '',
  }));
  const examples = await readExamples(projectPath(examplesFile));
  const baseUrl = 'https://heritage.test';
  const document = openApiDocument(described, { ...options, baseUrl, examples });
  return JSON.parse(JSON.stringify(document));
}
