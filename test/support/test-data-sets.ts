import { globSync, readFileSync } from 'node:fs';

import * as z from 'zod';

import { importConcepts } from '../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../infra/cli/import/graphs/import-graphs.ts';
import { importPackage } from '../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import { hasNativeServer } from './has-native-server.ts';
import { triesAllCases } from './random/take-sample.ts';
import type { TestService } from './service.ts';
import { findTestData } from './test-data.ts';

const demo = findTestData('v5demo');
const fixtures = findTestData('arches-fixtures');
const v3Sample = findTestData('arches-v3sample-pkg');

async function importDemo(folder: string, service: TestService): Promise<void> {
  await importPackage(`${folder}/pkg`, service.importContext, 'merge', 'json');
  await importResources(globSync(`${folder}/exported/*`), service.importContext);
}

const graphFile = z.object({ graph: z.array(z.object({ graphid: z.string() })) });
const dataFile = z.object({
  business_data: z.object({
    resources: z.array(z.object({ resourceinstance: z.object({ graph_id: z.string() }) })),
  }),
});

/** The files of models of which the data files have resource instances. */
function selectModelsWithData(
  modelFiles: readonly string[],
  dataFiles: readonly string[],
): readonly string[] {
  const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const graphIds = new Set(
    dataFiles
      .flatMap((file) => dataFile.parse(readJson(file)).business_data.resources)
      .map(({ resourceinstance }) => resourceinstance.graph_id),
  );
  return modelFiles.filter((file) =>
    graphFile.parse(readJson(file)).graph.some(({ graphid }) => graphIds.has(graphid)),
  );
}

async function importFixtures(folder: string, service: TestService): Promise<void> {
  const listFiles = (pattern: string): readonly string[] => globSync(`${folder}/${pattern}`).sort();
  const models = [
    ...listFiles('fixtures/jsonld_base/models/*.json'),
    ...listFiles('fixtures/resource_graphs/Spatial[vV]iews*.json'),
  ];
  const data = [
    ...listFiles('fixtures/jsonld_base/data/*.json'),
    ...listFiles('fixtures/data/json/Spatial[vV]iews*.json'),
  ];
  await importGraphs(selectModelsWithData(models, data), service.importContext);
  await importConcepts(listFiles('fixtures/jsonld_base/rdm/*.xml'), service.importContext);
  await importResources(data, service.importContext);
}

const importNothing = async (): Promise<void> => undefined;

/**
 * The data sets for tests of all resource instances. The sample is already in the database. The other packages take minutes, so they
 * need a native server.
 */
export const testDataSets = [
  { name: 'the sample', isSmall: true, load: importNothing, isAvailable: true },
  {
    name: 'v5demo',
    isSmall: false,
    load: (service: TestService) => importDemo(demo ?? '', service),
    // Its models are those of arches-v3sample-pkg, and its import takes the longest.
    isAvailable: demo !== undefined && triesAllCases,
  },
  {
    name: 'arches-fixtures',
    isSmall: false,
    load: (service: TestService) => importFixtures(fixtures ?? '', service),
    isAvailable: fixtures !== undefined,
  },
  {
    name: 'arches-v3sample-pkg',
    isSmall: false,
    load: (service: TestService) => importPackage(v3Sample ?? '', service.importContext),
    isAvailable: v3Sample !== undefined,
  },
].filter(({ isAvailable, isSmall }) => isAvailable && (isSmall || hasNativeServer));
