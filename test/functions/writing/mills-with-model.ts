import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { withJsonFile, withTextFile } from '../../support/temporary-file.ts';
import { openMills, type Mills } from './mills.ts';

/**
 * Opens the service of the mills with an additional model.
 * @param thesaurus SKOS (RDF/XML), if the model needs it
 * @throws ImportStopped if the model or the thesaurus is invalid
 */
export async function openMillsWith(model: unknown, thesaurus?: string): Promise<Mills> {
  const mills = await openMills();
  const imports = { ...mills.service.importContext, strict: true };
  await withJsonFile(model, (file) => importGraphs([file], imports));
  if (thesaurus !== undefined) {
    await withTextFile('thesaurus.xml', thesaurus, (file) => importConcepts([file], imports));
  }
  return mills;
}
