import { declaredOperations } from '../../infra/generate/operations.ts';
import { openApiDocument, type DocumentOptions } from '../../infra/generate/openapi/document.ts';
import { examplesFile, readExamples } from '../../infra/generate/openapi/examples.ts';
import { inProject } from '../../infra/generate/generated.ts';

/** All operations as a document, as it would be read. */
export async function describedService(
  options: Pick<DocumentOptions, 'version' | 'below'>,
): Promise<Record<string, unknown>> {
  const operations = await declaredOperations();
  const described = operations.map(({ handler, ...one }) => ({
    ...one,
    subject: handler.split('/')[1] ?? '',
  }));
  const examples = await readExamples(inProject(examplesFile));
  const baseUrl = 'https://heritage.test';
  const document = openApiDocument(described, { ...options, baseUrl, examples });
  return JSON.parse(JSON.stringify(document));
}
