import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { compareContent, noDifferences } from './compare-content.ts';
import { runDatabaseImport, type DatabaseRun } from './importing-database.ts';
import { randomChanges } from './random-changes.ts';

const folder = findTestData('arches76-dump');

describe.skipIf(folder === undefined)('a later import of a database', () => {
  let source: SourceDatabase;
  let stack: TestStack;
  let later: DatabaseRun;

  beforeAll(async () => {
    source = await openSourceDatabase();
    stack = await openTestStack({ content: 'dump' });
    await source.run(randomChanges);
    later = await runDatabaseImport(source.url, stack.dataApi, { allowsDeletions: true });
  });

  afterAll(async () => {
    await stack.close();
    await source.drop();
  });

  it('brings 1,000 random changes over, so that both are equal again', async () => {
    const codes = new Set(later.context.problems.map(({ code }) => code));
    expect([...codes]).toEqual(['unlabelled_concepts']);
    expect(await compareContent(source.url, stack)).toEqual(noDifferences);
  });

  it('changes only what differs', () => {
    const { resources, deleted, graphs } = later.imported;
    expect(graphs).toMatchObject({ created: 0, updated: 1 });
    expect(resources.created).toBe(30);
    expect(deleted.resources).toBe(20);
    // Some of the 400 changed tiles were deleted afterwards, or with their resource instances.
    expect(resources.tilesUpdated).toBeGreaterThan(300);
    expect(resources.tilesUpdated).toBeLessThanOrEqual(400);
  });
});
