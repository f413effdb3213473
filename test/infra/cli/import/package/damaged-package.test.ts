import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readRecordTexts } from '../../../../../infra/cli/import/resources/read-record-texts.ts';
import { findPackageFiles } from '../../../../../infra/cli/import/package/find-package-files.ts';
import {
  importPackage,
  type PackageImported,
  listPackageResults,
} from '../../../../../infra/cli/import/package/import-package.ts';
import { openImportReport } from '../../../../../infra/cli/import/import-report.ts';
import { readFileText } from '../../../../../infra/cli/import/read-file.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { countChanges } from '../../../../../infra/cli/import/import-summary.ts';
import { samplePackageFolder } from '../../../../../infra/local/sample/paths.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { collect } from '../chunks.ts';
import { damageRecords, type DamagedPackage } from './damaged-package.ts';
import { fingerprint, createTestContext } from '../importing.ts';
import { readStoredTiles } from '../resources/stored-tiles.ts';

const v5demo = findTestData('v5demo');

const reportLine = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  resourceinstance: z.unknown().optional(),
  tiles: z.array(z.unknown()).optional(),
});
const reportedTile = z.looseObject({ tileid: z.string(), data: z.record(z.string(), z.unknown()) });
const graphs = z.object({
  graph: z.array(z.looseObject({ nodes: z.array(z.unknown()), edges: z.array(z.unknown()) })),
});

type Source = { readonly graphs: readonly string[]; readonly resources: readonly string[] };

const sources: readonly (readonly [
  name: string,
  isAvailable: boolean,
  findSource: () => Promise<Source>,
])[] = [
  ['the sample', true, async () => findPackageFiles(samplePackageFolder)],
  [
    'v5demo',
    v5demo !== undefined && triesAllCases,
    async () => ({
      graphs: globSync(`${v5demo}/pkg/graphs/**/*.json*`).sort(),
      resources: globSync(`${v5demo}/exported/*`).sort(),
    }),
  ],
];

describe.for(sources)('a damaged package made from %s', ([, isAvailable, findSource]) => {
  let stack: TestStack;
  let folder: string;
  let damagedPackage: DamagedPackage;
  let firstRun: Run;

  type Run = {
    readonly imported: PackageImported;
    readonly lines: readonly z.infer<typeof reportLine>[];
  };

  const importWithSalvage = async (): Promise<Run> => {
    const reportFile = path.join(tmpdir(), `${path.basename(folder)}.jsonl`);
    const report = openImportReport(reportFile);
    const context = { ...createTestContext(stack.dataApi, { salvage: true }), report };
    const imported = await importPackage(folder, context);
    report.close();
    const lines = (await readFile(reportFile, 'utf8')).split('\n').filter((text) => text !== '');
    await rm(reportFile);
    return { imported, lines: lines.map((text) => reportLine.parse(JSON.parse(text))) };
  };

  /** Writes the graphs, each with one repeated node and one repeated edge, and the damaged records. */
  const writePackage = async ({ graphs: files, resources }: Source): Promise<void> => {
    await mkdir(path.join(folder, 'graphs'));
    await mkdir(path.join(folder, 'json'));
    for (const [index, file] of files.entries()) {
      const text = (await Array.fromAsync(readFileText(file))).join('');
      const { graph } = graphs.parse(JSON.parse(text));
      const repeated = graph.map((one) => ({
        ...one,
        nodes: [...one.nodes, one.nodes[0]],
        edges: [one.edges[0], ...one.edges],
      }));
      const name = path.join(folder, 'graphs', `${index}.json`);
      await writeFile(name, JSON.stringify({ graph: repeated }));
    }
    const texts = await Promise.all(resources.map((file) => collect(readRecordTexts(file))));
    damagedPackage = damageRecords(texts.flat().map(({ text }) => text));
    await writeFile(path.join(folder, 'json', 'records.json'), damagedPackage.text);
  };

  beforeAll(async () => {
    if (!isAvailable) return;
    stack = await openTestStack();
    folder = await mkdtemp(path.join(tmpdir(), 'heritage-damaged-'));
    await writePackage(await findSource());
    firstRun = await importWithSalvage();
  });

  afterAll(async () => {
    if (!isAvailable) return;
    await stack.close();
    await rm(folder, { recursive: true });
  });

  it.skipIf(!isAvailable)('has every kind of damage', () => {
    expect(damagedPackage.damagedTileIds.size).toBeGreaterThan(5);
    expect(damagedPackage.soundTiles.size).toBeLessThan(damagedPackage.wholeTiles.size);
    expect(damagedPackage.repeatCount).toBeGreaterThan(3);
  });

  it.skipIf(!isAvailable)('is imported except for its damaged parts', async () => {
    expect(await readStoredTiles(stack.dataApi)).toEqual(damagedPackage.soundTiles);
    expect(firstRun.imported.resources).toMatchObject({
      tiles: damagedPackage.soundTiles.size,
      leftOut: 0,
    });
    expect(firstRun.imported.graphs.graphs.length).toBe(firstRun.imported.graphs.created);
  });

  it.skipIf(!isAvailable)('has every part that is not imported in the report', () => {
    const tiles = firstRun.lines.flatMap((line) => line.tiles ?? []);
    expect(new Set(tiles.map((tile) => reportedTile.parse(tile).tileid))).toEqual(
      damagedPackage.damagedTileIds,
    );
    for (const tile of tiles) {
      const { tileid, data } = reportedTile.parse(tile);
      const { data: before } = reportedTile.parse(damagedPackage.wholeTiles.get(tileid));
      const changed = Object.keys(before).filter(
        (nodeId) => JSON.stringify(data[nodeId]) !== JSON.stringify(before[nodeId]),
      );
      expect(Object.keys(data)).toEqual(Object.keys(before));
      expect(changed.length).toBeLessThanOrEqual(1);
    }
    const warnings = firstRun.lines.filter(({ code }) => /^repeated_(record|tile)$/.test(code));
    expect(warnings).toHaveLength(damagedPackage.repeatCount);
    expect(firstRun.lines.filter(({ code }) => code === 'repeated_entry')).toHaveLength(
      2 * firstRun.imported.graphs.graphs.length,
    );
  });

  it.skipIf(!isAvailable)('changes nothing when it is imported again', async () => {
    const before = await fingerprint(stack.owner);
    const secondRun = await importWithSalvage();
    expect(countChanges(listPackageResults(secondRun.imported))).toBe(0);
    expect(secondRun.lines).toEqual(firstRun.lines);
    expect(await fingerprint(stack.owner)).toEqual(before);
  });

  it.skipIf(!isAvailable)(
    'is complete after the reported tiles are mended and imported',
    async () => {
      const records = firstRun.lines.flatMap(({ resourceinstance, tiles = [] }) =>
        tiles.map((tile) => ({
          resourceinstance,
          tiles: [damagedPackage.wholeTiles.get(reportedTile.parse(tile).tileid)],
        })),
      );
      const file = path.join(folder, 'mended.json');
      await writeFile(file, JSON.stringify(records));
      const context = createTestContext(stack.dataApi);
      await importResources([file], context);
      expect(context.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(await readStoredTiles(stack.dataApi)).toEqual(damagedPackage.wholeTiles);
      await rm(file);
      await importWithSalvage();
      expect(await readStoredTiles(stack.dataApi)).toEqual(damagedPackage.wholeTiles);
    },
  );
});
