import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ImportStopped } from '../../../../infra/cli/import/import-context.ts';
import { importConcepts } from '../../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import { importOntologies } from '../../../../infra/cli/import/ontologies/import-ontologies.ts';
import { importPackage } from '../../../../infra/cli/import/package/import-package.ts';
import { importRelations } from '../../../../infra/cli/import/relations/import-relations.ts';
import { openImportReport } from '../../../../infra/cli/import/import-report.ts';
import { importResources } from '../../../../infra/cli/import/resources/import-resources.ts';
import { findTestData } from '../../../support/test-data.ts';
import { fingerprint, createTestContext, openWorkshop, type Workshop } from './importing.ts';
import { monument, monumentGraph, namedMonument, resourceId } from './monuments.ts';

const NOWHERE = 'ffffffff-0000-4000-8000-000000000000';
const sample = findTestData('arches-v3sample-pkg');

describe('an import', () => {
  let workshop: Workshop;
  const brokenRecord = monument(50, [], { graph_id: NOWHERE });

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
    await workshop.importRecords([namedMonument(1, 'Stored')]);
  });

  afterAll(async () => workshop.close());

  it('writes no row in any table in a dry run, but reports problems', async () => {
    const before = await fingerprint(workshop.stack.owner);
    const { problems, imported } = await workshop.importRecords(
      [namedMonument(1, 'Changed'), namedMonument(2, 'New'), brokenRecord],
      { dryRun: true },
    );
    expect(imported).toMatchObject({ read: 2, tiles: 2, leftOut: 1, created: 1, updated: 1 });
    expect(problems.map(({ code }) => code)).toEqual(['unknown_graph']);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it.skipIf(sample === undefined)(
    'checks the records of a whole package against the models of the package in a dry run',
    async () => {
      const before = await fingerprint(workshop.stack.owner);
      const context = createTestContext(workshop.stack.dataApi, { dryRun: true });
      const imported = await importPackage(sample ?? '', context);
      expect(imported.resources).toMatchObject({ read: 29, tiles: 263, leftOut: 0 });
      expect(imported).toMatchObject({ graphs: { created: 6 }, resources: { created: 29 } });
      expect(context.problems.map(({ code }) => code)).toEqual([
        'cardinality_exceeded',
        'cardinality_exceeded',
      ]);
      expect(await fingerprint(workshop.stack.owner)).toEqual(before);
    },
  );

  it('that is strict stops at the first record with an error, and rolls back its transaction', async () => {
    const before = await fingerprint(workshop.stack.owner);
    const file = await workshop.file('strict.json', [
      namedMonument(10, 'Before'),
      brokenRecord,
      namedMonument(11, 'After'),
    ]);
    const context = createTestContext(workshop.stack.dataApi, { strict: true });
    await expect(importResources([file], context)).rejects.toThrow(ImportStopped);
    await expect(importResources([file], context)).rejects.toThrow(`${file}/1: Graph ${NOWHERE}`);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('that is strict stops if only the database refuses a record', async () => {
    const before = await fingerprint(workshop.stack.owner);
    const texts = [namedMonument(12, 1), namedMonument(13, '@')].map((record) =>
      JSON.stringify(record),
    );
    const text = `[${texts.join(',')}]`.replace('"@"', '1e200000');
    const context = createTestContext(workshop.stack.dataApi, { strict: true });
    await expect(
      importResources([await workshop.file('strict.json', text)], context),
    ).rejects.toThrow(ImportStopped);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('that is strict does not stop at a warning', async () => {
    const { imported } = await workshop.importRecords([namedMonument(14, 'Sound')], {
      strict: true,
    });
    expect(imported.created).toBe(1);
  });

  it('writes one line for each problem to the report: file, record, pointer, code, message', async () => {
    const reportFile = path.join(workshop.folder, 'report.jsonl');
    const report = openImportReport(reportFile);
    const file = await workshop.file('reported.json', [
      brokenRecord,
      namedMonument(15, 'a\0b'),
      '{',
    ]);
    await importResources([file], { ...createTestContext(workshop.stack.dataApi), report });
    report.close();
    const lines = (await readFile(reportFile, 'utf8')).trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
      expect.arrayContaining([
        {
          file,
          record: resourceId(50),
          pointer: '/0',
          severity: 'error',
          code: 'unknown_graph',
          message: `Graph ${NOWHERE} is not known. Import its resource model first.`,
        },
        expect.objectContaining({
          file,
          record: resourceId(15),
          pointer: expect.stringMatching(/^\/1\/tiles\/0\/data\//),
          code: 'unusable_character',
        }),
        expect.objectContaining({ file, record: null, pointer: '/2', code: 'invalid_record' }),
      ]),
    );
    expect(lines).toHaveLength(3);
    expect([report.countErrors(), report.countWarnings()]).toEqual([3, 0]);
  });

  it.each([
    ['graphs', importGraphs],
    ['ontologies', importOntologies],
    ['concepts', importConcepts],
    ['relations', importRelations],
  ])('reports the name of each file of %s that cannot be read', async (_what, importFiles) => {
    const missing = path.join(workshop.folder, 'missing');
    const text = await workshop.file('text', 'no such format {');
    const files = [missing, workshop.folder, text];
    const context = createTestContext(workshop.stack.dataApi);
    await importFiles(files, context);
    expect(context.problems.map(({ file, code }) => [file, code])).toEqual([
      [missing, 'unreadable_file'],
      [workshop.folder, 'unreadable_file'],
      [text, expect.stringMatching(/^malformed_/)],
    ]);
    const strict = createTestContext(workshop.stack.dataApi, { strict: true });
    await expect(importFiles(files, strict)).rejects.toThrow(ImportStopped);
  });

  it('reports a file that is missing, damaged or of another kind, and continues with the next file', async () => {
    const files = [
      path.join(workshop.folder, 'missing.json'),
      workshop.folder,
      await workshop.file('damaged.json.gz', 'not packed'),
      await workshop.file('other.json', { some: 'thing' }),
      await workshop.file('cut.json', `[${JSON.stringify(namedMonument(20, 'Whole'))}, {"a`),
      await workshop.file('sound.json', [namedMonument(21, 'Sound')]),
    ];
    const context = createTestContext(workshop.stack.dataApi);
    expect(await importResources(files, context)).toMatchObject({ created: 2 });
    expect(context.problems.map(({ file, code }) => [file, code])).toEqual([
      [files[0], 'unreadable_file'],
      [files[1], 'unreadable_file'],
      [files[2], 'damaged_gzip'],
      [files[3], 'no_records'],
      [files[4], 'malformed_json'],
    ]);
    expect(context.problems[0]?.message).toBe(`${files[0]} cannot be read: there is no such file`);
    expect(context.problems[1]?.message).toBe(`${files[1]} cannot be read: it is a folder`);
  });
});
