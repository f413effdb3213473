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
  packageResults,
} from '../../../../../infra/cli/import/package/import-package.ts';
import { openImportReport } from '../../../../../infra/cli/import/import-report.ts';
import { readFileText } from '../../../../../infra/cli/import/read-file.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { countChanges } from '../../../../../infra/cli/import/import-summary.ts';
import { samplePackageFolder } from '../../../../../infra/local/sample/paths.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { testDataPath } from '../../../../support/test-data.ts';
import { collect } from '../chunks.ts';
import { damage, type DamagedPackage } from './damaged-package.ts';
import { fingerprint, importContext } from '../importing.ts';
import { storedTiles } from '../resources/stored-tiles.ts';

const v5demo = testDataPath('v5demo');

const line = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  resourceinstance: z.unknown().optional(),
  tiles: z.array(z.unknown()).optional(),
});
const reported = z.looseObject({ tileid: z.string(), data: z.record(z.string(), z.unknown()) });
const graphs = z.object({
  graph: z.array(z.looseObject({ nodes: z.array(z.unknown()), edges: z.array(z.unknown()) })),
});

type Source = { readonly graphs: readonly string[]; readonly resources: readonly string[] };

const sources: readonly (readonly [
  name: string,
  isThere: boolean,
  findSource: () => Promise<Source>,
])[] = [
  ['the sample', true, async () => findPackageFiles(samplePackageFolder)],
  [
    'v5demo',
    v5demo !== undefined,
    async () => ({
      graphs: globSync(`${v5demo}/pkg/graphs/**/*.json*`).sort(),
      resources: globSync(`${v5demo}/exported/*`).sort(),
    }),
  ],
];

describe.for(sources)('a damaged package made from %s', ([, isThere, findSource]) => {
  let stack: TestStack;
  let folder: string;
  let damaged: DamagedPackage;
  let first: Run;

  type Run = {
    readonly imported: PackageImported;
    readonly lines: readonly z.infer<typeof line>[];
  };

  const salvage = async (): Promise<Run> => {
    const reportFile = path.join(tmpdir(), `${path.basename(folder)}.jsonl`);
    const report = openImportReport(reportFile);
    const context = { ...importContext(stack.data, { salvage: true }), report };
    const imported = await importPackage(folder, context);
    report.close();
    const lines = (await readFile(reportFile, 'utf8')).split('\n').filter((text) => text !== '');
    await rm(reportFile);
    return { imported, lines: lines.map((text) => line.parse(JSON.parse(text))) };
  };

  /** Writes the graphs, each with one node and one edge repeated, and the damaged records, to a folder with another name. */
  const write = async ({ graphs: files, resources }: Source): Promise<void> => {
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
    damaged = damage(texts.flat().map(({ text }) => text));
    await writeFile(path.join(folder, 'json', 'records.json'), damaged.text);
  };

  beforeAll(async () => {
    if (!isThere) return;
    stack = await openTestStack();
    folder = await mkdtemp(path.join(tmpdir(), 'heritage-damaged-'));
    await write(await findSource());
    first = await salvage();
  });

  afterAll(async () => {
    if (!isThere) return;
    await stack.close();
    await rm(folder, { recursive: true });
  });

  it.skipIf(!isThere)('has every kind of damage', () => {
    expect(damaged.damaged.size).toBeGreaterThan(5);
    expect(damaged.sound.size).toBeLessThan(damaged.whole.size);
    expect(damaged.repeats).toBeGreaterThan(3);
  });

  it.skipIf(!isThere)('is imported as far as it is sound', async () => {
    expect(await storedTiles(stack.data)).toEqual(damaged.sound);
    expect(first.imported.resources).toMatchObject({ tiles: damaged.sound.size, leftOut: 0 });
    expect(first.imported.graphs.graphs.length).toBe(first.imported.graphs.created);
  });

  it.skipIf(!isThere)('has everything else in the report', () => {
    const tiles = first.lines.flatMap((found) => found.tiles ?? []);
    expect(new Set(tiles.map((tile) => reported.parse(tile).tileid))).toEqual(damaged.damaged);
    for (const tile of tiles) {
      const { tileid, data } = reported.parse(tile);
      const { data: before } = reported.parse(damaged.whole.get(tileid));
      const changed = Object.keys(before).filter(
        (nodeId) => JSON.stringify(data[nodeId]) !== JSON.stringify(before[nodeId]),
      );
      expect(Object.keys(data)).toEqual(Object.keys(before));
      expect(changed.length).toBeLessThanOrEqual(1);
    }
    const warnings = first.lines.filter(({ code }) => /^repeated_(record|tile)$/.test(code));
    expect(warnings).toHaveLength(damaged.repeats);
    expect(first.lines.filter(({ code }) => code === 'repeated_entry')).toHaveLength(
      2 * first.imported.graphs.graphs.length,
    );
  });

  it.skipIf(!isThere)('changes nothing when it is imported again', async () => {
    const before = await fingerprint(stack.owner);
    const again = await salvage();
    expect(countChanges(packageResults(again.imported))).toBe(0);
    expect(again.lines).toEqual(first.lines);
    expect(await fingerprint(stack.owner)).toEqual(before);
  });

  it.skipIf(!isThere)('is complete after the reported tiles are mended and imported', async () => {
    const records = first.lines.flatMap(({ resourceinstance, tiles = [] }) =>
      tiles.map((tile) => ({
        resourceinstance,
        tiles: [damaged.whole.get(reported.parse(tile).tileid)],
      })),
    );
    const file = path.join(folder, 'mended.json');
    await writeFile(file, JSON.stringify(records));
    const context = importContext(stack.data);
    await importResources([file], context);
    expect(context.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await storedTiles(stack.data)).toEqual(damaged.whole);
    await rm(file);
    await salvage();
    expect(await storedTiles(stack.data)).toEqual(damaged.whole);
  });
});
