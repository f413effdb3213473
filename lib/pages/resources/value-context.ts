import type { ResourceDocument } from '../../queries/resources/resource-document.ts';
import { createReferenceLookup } from '../../serializers/resources/resource-content.ts';
import type { Site } from '../layout/site.ts';
import type { ValueContext } from './value-html.ts';

/**
 * Creates the context in which a page shows values.
 * @param references the concepts and the visible resource instances to which the values refer, and their stored files
 * @param languages those of the reader, preferred first, the default language last
 */
export function createValueContext(
  references: Pick<ResourceDocument, 'concepts' | 'resources'> &
    Partial<Pick<ResourceDocument, 'files'>>,
  languages: readonly string[],
  baseUrl: string,
  paths: Site,
): ValueContext {
  const referenced = createReferenceLookup(references, baseUrl);
  const labels = {
    conceptValue: referenced.concept,
    resourceName: (id: string) => referenced.resource(id)?.names,
  };
  const sizes = new Map(references.files?.map(({ fileId, byteCount }) => [fileId, byteCount]));
  return { languages, labels, referenced, paths, fileSize: (fileId) => sizes.get(fileId) };
}
