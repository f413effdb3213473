import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { withJsonFile, withTextFile } from '../../support/temporary-file.ts';
import { openMillYard, type MillYard } from './mill-yard.ts';

/**
 * Opens the service of the mills with an additional model.
 * @param thesaurus SKOS (RDF/XML), if the model needs it
 * @throws ImportStopped if the model or the thesaurus is invalid
 */
export async function openYardWith(model: unknown, thesaurus?: string): Promise<MillYard> {
  const yard = await openMillYard();
  const imports = { ...yard.service.importContext, strict: true };
  await withJsonFile(model, (file) => importGraphs([file], imports));
  if (thesaurus !== undefined) {
    await withTextFile('thesaurus.xml', thesaurus, (file) => importConcepts([file], imports));
  }
  return yard;
}
