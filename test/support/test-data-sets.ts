import { globSync } from 'node:fs';

import { importConcepts } from '../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../infra/cli/import/graphs/import-graphs.ts';
import { importPackage } from '../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import { hasNativeServer } from './has-native-server.ts';
import type { TestService } from './service.ts';
import { findTestData } from './test-data.ts';

const demo = findTestData('v5demo');
const fixtures = findTestData('arches-fixtures');
const v3Sample = findTestData('arches-v3sample-pkg');

async function importDemo(folder: string, service: TestService): Promise<void> {
  await importPackage(`${folder}/pkg`, service.importContext);
  await importResources(globSync(`${folder}/exported/*`), service.importContext);
}

async function importFixtures(folder: string, service: TestService): Promise<void> {
  const listFiles = (pattern: string): readonly string[] => globSync(`${folder}/${pattern}`).sort();
  const graphs = [
    ...listFiles('fixtures/jsonld_base/models/*.json'),
    ...listFiles('fixtures/resource_graphs/Spatial[vV]iews*.json'),
  ];
  await importGraphs(graphs, service.importContext);
  await importConcepts(listFiles('fixtures/jsonld_base/rdm/*.xml'), service.importContext);
  const data = [
    ...listFiles('fixtures/jsonld_base/data/*.json'),
    ...listFiles('fixtures/data/json/Spatial[vV]iews*.json'),
  ];
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
    isAvailable: demo !== undefined,
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
