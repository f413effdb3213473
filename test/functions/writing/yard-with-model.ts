import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { inFile, inTextFile } from '../../support/temporary-file.ts';
import { openMillYard, type MillYard } from './mill-yard.ts';

/**
 * Opens the service of the mills with another model beside theirs.
 * @param thesaurus SKOS (RDF/XML), where the model needs one
 * @throws ImportStopped where they are not sound
 */
export async function openYardWith(model: unknown, thesaurus?: string): Promise<MillYard> {
  const yard = await openMillYard();
  const imports = { ...yard.service.imports, strict: true };
  await inFile(model, (file) => importGraphs([file], imports));
  if (thesaurus !== undefined) {
    await inTextFile('thesaurus.xml', thesaurus, (file) => importConcepts([file], imports));
  }
  return yard;
}
