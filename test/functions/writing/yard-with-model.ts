import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { importConcepts } from '../../../infra/cli/import/concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs.ts';
import { openMillYard, type MillYard } from './mill-yard.ts';

/**
 * Opens the service of the mills with another model beside theirs.
 * @param thesaurus SKOS (RDF/XML), where the model needs one
 * @throws ImportStopped where they are not sound
 */
export async function openYardWith(model: unknown, thesaurus?: string): Promise<MillYard> {
  const yard = await openMillYard();
  const imports = { ...yard.service.imports, strict: true };
  const folder = await mkdtemp(path.join(tmpdir(), 'yard-'));
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(path.join(folder, name), text);
    return path.join(folder, name);
  };
  await importGraphs([await file('model.json', JSON.stringify(model))], imports);
  if (thesaurus !== undefined) {
    await importConcepts([await file('thesaurus.xml', thesaurus)], imports);
  }
  await rm(folder, { recursive: true });
  return yard;
}
