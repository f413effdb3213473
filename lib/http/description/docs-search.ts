import type { Docs, DocsGroup, DocsOperation } from './docs-groups.ts';
import { listObjects } from './docs-objects.ts';

/**
 * Finds the operations that contain all words of a text, in any letter case: in their path, texts, parameters, or the fields of their
 * request and of what they return if they succeed. Errors have the same fields everywhere.
 * @returns the groups that have such operations, with only these
 */
export function searchDocs(docs: Docs, text: string): readonly DocsGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  return docs.groups.flatMap((group) => {
    const operations = group.operations.filter((operation) => {
      const searched = searchableText(operation, docs);
      return words.every((word) => searched.includes(word));
    });
    return operations.length === 0 ? [] : [{ ...group, operations }];
  });
}

function searchableText(operation: DocsOperation, docs: Docs): string {
  const { id, method, path, summary, description = '', parameters, requestBody } = operation;
  const contents = [
    ...(requestBody?.contents ?? []),
    ...operation.responses.filter(({ status }) => status < '300').flatMap((item) => item.contents),
  ];
  const objects = listObjects(contents, docs);
  const fields = [...contents, ...objects].flatMap((item) => item.fields.map(({ name }) => name));
  const texts = parameters.flatMap((parameter) => [parameter.name, parameter.description]);
  return [id, method, path, summary, description, ...texts, ...fields].join('\n').toLowerCase();
}
