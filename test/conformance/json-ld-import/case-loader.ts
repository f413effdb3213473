import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import type { ImportContext } from '../../../infra/cli/import/import-context.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { type ImportCase, caseFile } from './import-case.ts';

const isFixture = (name: string): boolean => name.startsWith('arches-fixtures/');

/** Whether the files of a case are available. The fixtures of HDS_TEST_DATA may be missing. */
export function canLoadCase({ graphs }: ImportCase, fixtures: string | undefined): boolean {
  return fixtures !== undefined || !graphs.some((name) => isFixture(name));
}

const graphFile = z.object({ graph: z.array(z.object({ graphid: z.string() })) });

/**
 * Creates a function that imports the files of a case. It imports each file once. It imports a model file again if another file has
 * replaced one of its models in the meantime.
 * @param fixtures the absolute path of the fixtures
 */
export function createCaseLoader(
  imports: ImportContext,
  fixtures: string | undefined,
): (importCase: ImportCase) => Promise<void> {
  const loadedFiles = new Set<string>();
  const currentFileByGraph = new Map<string, string>();
  const fileOf = (name: string): string =>
    isFixture(name) ? name.replace('arches-fixtures', fixtures ?? '') : caseFile(name);
  const takeUnloadedFiles = (names: readonly string[]): readonly string[] => {
    const files = names.map(fileOf).filter((file) => !loadedFiles.has(file));
    for (const file of files) loadedFiles.add(file);
    return files;
  };
  const takeUnloadedModels = (names: readonly string[]): readonly string[] =>
    names.map(fileOf).filter((file) => {
      const { graph } = graphFile.parse(JSON.parse(readFileSync(file, 'utf8')));
      const isCurrent = graph.every(({ graphid }) => currentFileByGraph.get(graphid) === file);
      for (const { graphid } of graph) currentFileByGraph.set(graphid, file);
      return !isCurrent;
    });
  return async ({ graphs, skos, seed }) => {
    const models = takeUnloadedModels(graphs);
    if (models.length > 0) await importGraphs(models, imports);
    const concepts = takeUnloadedFiles(skos);
    if (concepts.length > 0) await importConcepts(concepts, imports);
    const records = takeUnloadedFiles(seed);
    if (records.length > 0) await importResources(records, imports);
  };
}
