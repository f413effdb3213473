import type { ResourceDocument } from '../../queries/resources/resource-document.ts';
import { createReferenceLookup } from '../../serializers/resources/resource-content.ts';
import type { Site } from '../layout/site.ts';
import type { ShownFile } from './files-html.ts';
import type { ValueContext } from './value-html.ts';

/**
 * Creates the context in which a page shows values.
 * @param references the concepts and the visible resource instances to which the values refer
 * @param languages those of the reader, preferred first, the default language last
 * @param files the stored files of the values, by id
 */
export function createValueContext(
  references: Pick<ResourceDocument, 'concepts' | 'resources'>,
  languages: readonly string[],
  baseUrl: string,
  paths: Site,
  files: ReadonlyMap<string, ShownFile> = new Map(),
): ValueContext {
  const referenced = createReferenceLookup(references, baseUrl);
  const labels = {
    conceptValue: referenced.concept,
    resourceName: (id: string) => referenced.resource(id)?.names,
  };
  return { languages, labels, referenced, paths, file: (fileId) => files.get(fileId) };
}
