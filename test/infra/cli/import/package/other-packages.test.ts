import { globSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importConcepts } from '../../../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../../../infra/cli/import/graphs/import-graphs.ts';
import {
  importPackage,
  type PackageImported,
  listPackageResults,
} from '../../../../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { countChanges } from '../../../../../infra/cli/import/import-summary.ts';
import { takeSample, triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { createTestContext, type TestContext } from '../importing.ts';

const folders = {
  v3sample: findTestData('arches-v3sample-pkg'),
  alizarin: findTestData('alizarin-example'),
  datatypes: findTestData('datatype-model'),
  afs: findTestData('afs-model'),
  her: findTestData('her-model'),
  fpan: findTestData('fpan-no-ontology'),
  fixtures: findTestData('arches-fixtures'),
};

describe('importing packages of other origins', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await openTestStack();
  });

  afterAll(async () => stack?.close());

  async function importOnce(
    folder: string | undefined,
  ): Promise<TestContext & { readonly first: PackageImported; readonly changesAgain: number }> {
    const context = createTestContext(stack.dataApi);
    const first = await importPackage(folder ?? '', context);
    return { ...context, first, changesAgain: 0 };
  }

  async function importTwice(folder: string | undefined): ReturnType<typeof importOnce> {
    const imported = await importOnce(folder);
    const changesAgain = countChanges(
      listPackageResults(await importPackage(folder ?? '', createTestContext(stack.dataApi))),
    );
    return { ...imported, changesAgain };
  }

  it.skipIf(!folders.v3sample)(
    'imports all of arches-v3sample-pkg, and warns of its two broken cardinalities, and of eighteen concepts outside of their collections',
    async () => {
      const { first, problems, changesAgain } = await (triesAllCases ? importTwice : importOnce)(
        folders.v3sample,
      );
      expect(first.graphs.created).toBe(6);
      expect(first.resources).toMatchObject({ read: 29, tiles: 263, leftOut: 0 });
      expect(first.concepts).toMatchObject({ labelled: 1402, unlabelled: 0 });
      expect(first.relations).toMatchObject({ read: 14, created: 14 });
      const isOutside = ({ code }: { readonly code: string }): boolean =>
        code === 'concept_not_in_collection';
      expect(problems.filter(isOutside)).toHaveLength(18);
      const others = problems.filter((problem) => !isOutside(problem));
      expect(others.map(({ severity, code, record }) => [severity, code, record])).toEqual([
        ['warning', 'cardinality_exceeded', 'cdcc206d-f80d-4cc3-8685-40e8949158f8'],
        ['warning', 'cardinality_exceeded', '817b34f3-662f-480f-9c8b-362b150441aa'],
      ]);
      for (const { message, record } of others) {
        expect(message).toContain('3c5772c1-943d-11e8-9753-94659cf754d0');
        expect(message).toContain(String(record));
      }
      expect(changesAgain).toBe(0);
    },
  );

  it.skipIf(!folders.alizarin)('imports alizarin-example, with its names by language', async () => {
    const { first, problems, changesAgain } = await importTwice(folders.alizarin);
    // The account that owns the eight records in the source is not in the package.
    expect(problems.map(({ severity, code }) => [severity, code])).toEqual([
      ['warning', 'unlabelled_concepts'],
      ...Array.from({ length: 8 }, () => ['warning', 'unknown_owner']),
    ]);
    expect(first.graphs.created).toBe(4);
    expect(first.resources).toMatchObject({ read: 8, tiles: 22, leftOut: 0 });
    expect(first.concepts).toMatchObject({ labelled: 22, unlabelled: 1 });
    expect(changesAgain).toBe(0);
  });

  it.skipIf(!folders.datatypes)(
    'imports datatype-model, all of whose datatypes are known',
    async () => {
      const { first, problems, changesAgain } = await importTwice(folders.datatypes);
      expect(problems).toEqual([]);
      expect(first.graphs.created).toBe(1);
      expect(changesAgain).toBe(0);
    },
  );

  it.skipIf(!folders.afs || !triesAllCases)(
    'imports the 15 models and 8 branches of afs-model',
    async () => {
      const { first, problems, changesAgain } = await importTwice(folders.afs);
      expect(problems.map(({ severity, code }) => [severity, code])).toEqual([
        ['warning', 'shared_value_id'],
        ['warning', 'duplicate_value'],
        ['warning', 'unlabelled_concepts'],
      ]);
      expect(first.graphs.graphs.filter((graph) => graph.isResourceModel)).toHaveLength(15);
      expect(first.graphs.graphs.filter((graph) => !graph.isResourceModel)).toHaveLength(8);
      expect(changesAgain).toBe(0);
    },
  );

  it.skipIf(!folders.her || !triesAllCases)(
    'imports her-model, and counts its 5,010 concepts without a label',
    async () => {
      const { first, problems, changesAgain } = await importTwice(folders.her);
      expect(problems).toMatchObject([{ severity: 'warning', code: 'unlabelled_concepts' }]);
      expect(first.graphs).toMatchObject({ read: 17, leftOut: 0 });
      expect(first.concepts).toMatchObject({ labelled: 11_892, unlabelled: 5010 });
      expect(changesAgain).toBe(0);
    },
  );

  it.skipIf(!folders.fpan || !triesAllCases)(
    'warns of each unknown datatype of fpan-no-ontology',
    async () => {
      const { first, problems, changesAgain } = await importTwice(folders.fpan);
      expect(first.graphs).toMatchObject({ read: 4, leftOut: 0 });
      expect(first.concepts.labelled).toBe(1103);
      expect(problems).toHaveLength(13);
      for (const problem of problems)
        expect(problem).toMatchObject({ severity: 'warning', code: 'unknown_datatype' });
      expect(changesAgain).toBe(0);
    },
  );

  it.runIf(triesAllCases && folders.fixtures)(
    'imports the models, thesauri and data of the tests of Arches itself',
    async () => {
      const findFiles = (pattern: string): readonly string[] =>
        globSync(`${folders.fixtures}/${pattern}`).sort();
      const graphs = [
        ...findFiles('fixtures/jsonld_base/models/*.json'),
        ...findFiles('fixtures/resource_graphs/*.json'),
        ...takeSample(findFiles('db/graphs/branches/*.json'), 2),
      ];
      const concepts = findFiles('fixtures/jsonld_base/rdm/*.xml');
      const data = [
        ...findFiles('fixtures/jsonld_base/data/*.json'),
        ...findFiles('fixtures/data/json/Spatial[vV]iews*.json'),
      ];
      const context = createTestContext(stack.dataApi);
      expect((await importGraphs(graphs, context)).graphs).toHaveLength(graphs.length);
      expect(await importConcepts(concepts, context)).toMatchObject({ labelled: 35 });
      expect(await importResources(data, context)).toMatchObject({
        read: 21,
        tiles: 36,
        leftOut: 0,
      });
      expect(context.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const secondContext = createTestContext(stack.dataApi);
      expect(await importConcepts(concepts, secondContext)).toMatchObject({ changes: 0 });
      expect(await importResources(data, secondContext)).toMatchObject({
        created: 0,
        updated: 0,
      });
    },
  );
});
