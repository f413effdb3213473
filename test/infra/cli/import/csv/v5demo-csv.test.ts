import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  importPackage,
  listPackageResults,
} from '../../../../../infra/cli/import/package/import-package.ts';
import type { BusinessDataChoice } from '../../../../../infra/cli/import/csv/csv-beside-json.ts';
import { countChanges } from '../../../../../infra/cli/import/import-summary.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import type { FileProblem } from '../../../../../infra/cli/import/import-problems.ts';
import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { createTestContext, fingerprint, type TestContext } from '../importing.ts';
import { countCellGroups } from './cell-groups.ts';

const packageFolder = findTestData('v5demo/pkg');
const exported = findTestData('v5demo/exported');

/** What the package has. Its import takes a minute. */
const expected = {
  resources: 787,
  tiles: 6053,
  warnings: 6,
  errors: { ambiguous_date: 2, ambiguous_label: 15 },
  onlyInCsv: 1,
  values: {
    concept: 4124,
    'concept-list': 792,
    date: 326,
    edtf: 98,
    'file-list': 927,
    'geojson-feature-collection': 203,
    string: 2873,
  },
  csvTiles: 6287,
  cellGroups: 5597,
  /** The pairs of resource instance and node whose only values are in tiles with errors, and in the JSON. */
  missingPairs: 5,
};
/** Each error leaves out the cells of one nodegroup in its row. */
const errors = Object.values<number>(expected.errors).reduce((sum, count) => sum + count, 0);

const filledValue = `d.value not in ('null', '[]', '""')`;

const isSkipped = packageFolder === undefined || exported === undefined || !triesAllCases;

describe.skipIf(isSkipped)('CSV of v5demo', () => {
  let stack: TestStack;
  let folder: string;

  beforeAll(async () => {
    stack = await openTestStack();
    folder = await mkdtemp(path.join(tmpdir(), 'heritage-csv-'));
    await cp(packageFolder ?? '', folder, { recursive: true });
    await cp(exported ?? '', path.join(folder, 'business_data/json'), { recursive: true });
  });

  afterAll(async () => {
    await stack.close();
    await rm(folder, { recursive: true });
  });

  const importFolder = async (choice: BusinessDataChoice, target = stack, dryRun = false) => {
    const context = createTestContext(target.dataApi, { dryRun });
    const imported = await importPackage(folder, context, 'merge', choice);
    return { ...context, imported, changes: countChanges(listPackageResults(imported)) };
  };

  const countValues = async (target: TestStack): Promise<Readonly<Record<string, number>>> => {
    const rows = await target.owner.read(
      rawSql(`select n.datatype, count(*)::text
from tile t
cross join lateral jsonb_each(t.data) d
join node n on n.node_id::text = d.key
where ${filledValue}
group by n.datatype`),
    );
    return Object.fromEntries(rows.map(([name, count]) => [String(name), Number(count)]));
  };

  const readPairs = async (target: TestStack): Promise<ReadonlySet<string>> => {
    const rows = await target.owner.read(
      rawSql(`select distinct t.resource_id::text || ' ' || d.key
from tile t
cross join lateral jsonb_each(t.data) d
where ${filledValue}`),
    );
    return new Set(rows.map(([pair]) => String(pair)));
  };

  const countFilledTiles = async (target: TestStack): Promise<number> => {
    const [[tiles] = []] = await target.owner.read(
      rawSql(`select count(*)::text
from tile t
where exists (select from jsonb_each(t.data) d where ${filledValue})`),
    );
    return Number(tiles);
  };

  const errorsOf = ({ problems }: TestContext): Readonly<Record<string, number>> =>
    Object.fromEntries(
      [
        ...Map.groupBy(
          problems.filter(({ severity }) => severity === 'error'),
          ({ code }) => code,
        ),
      ].map(([code, list]) => [code, list.length]),
    );

  it('is compared with the JSON, which is taken, with a count of what only the CSV has', async () => {
    const { problems, imported } = await importFolder('auto');
    expect(imported.resources).toMatchObject({
      read: expected.resources,
      tiles: expected.tiles,
      created: expected.resources,
      leftOut: 0,
    });
    const warnings = problems.filter(({ code }) => code === 'csv_beside_json');
    expect(warnings).toHaveLength(expected.warnings);
    for (const { message } of warnings)
      expect(message).toMatch(
        /^Only the CSV has (\d+ resource instances? with \d+ values, and )?\d+ /,
      );
    expect(errorsOf({ problems } as TestContext)).toEqual({});
  });

  it('adds with `both` what only the CSV has, once: each date but those of two tiles, every file and geometry', async () => {
    const before = await readPairs(stack);
    const first = await importFolder('both');
    expect(errorsOf(first)).toEqual(expected.errors);
    expect(first.imported.resources).toMatchObject({
      read: expected.resources + expected.onlyInCsv,
      created: expected.onlyInCsv,
    });
    // Of 329 dates two are errors; a third, and one of 4,125 concepts, is in the tile of an error. 15 lists have ambiguous labels.
    expect(await countValues(stack)).toEqual(expected.values);
    const after = await readPairs(stack);
    expect(before.difference(after).size).toBe(0);
    expect((await importFolder('both')).changes).toBe(0);
  });

  describe('without the JSON', () => {
    let csvStack: TestStack;

    beforeAll(async () => {
      csvStack = await openTestStack();
    });

    afterAll(async () => csvStack.close());

    it('is complete after an import that was interrupted, with nothing twice', async () => {
      const interrupted = createTestContext(interruptAfter(csvStack.dataApi, 12));
      await expect(importPackage(folder, interrupted, 'merge', 'csv')).rejects.toThrow(
        'interrupted',
      );
      const { imported } = await importFolder('csv', csvStack);
      expect(imported.resources).toMatchObject({
        read: expected.resources + expected.onlyInCsv,
        leftOut: 0,
        tiles: expected.csvTiles,
      });
      const before = await fingerprint(csvStack.owner);
      expect((await importFolder('csv', csvStack)).changes).toBe(0);
      expect(await fingerprint(csvStack.owner)).toEqual(before);
    });

    it('has a tile for all cells of a row whose nodes are in one nodegroup', async () => {
      const nodes = await csvStack.owner.read(
        rawSql('select n.node_id::text, n.nodegroup_id::text from node n'),
      );
      const nodegroupOf = new Map(nodes.map(([node, group]) => [String(node), String(group)]));
      const groups = await countCellGroups(path.join(folder, 'business_data'), nodegroupOf);
      expect([groups, await countFilledTiles(csvStack)]).toEqual([
        expected.cellGroups,
        expected.cellGroups - errors,
      ]);
    });

    it('has the same values of each resource instance and node as the JSON with the CSV, except in the tiles of errors', async () => {
      const both = await readPairs(stack);
      const csv = await readPairs(csvStack);
      expect(csv.difference(both).size).toBe(0);
      expect([...both.difference(csv)]).toHaveLength(expected.missingPairs);
    });

    it('has the rest as well after the rows with errors were repaired and imported alone', async () => {
      const { problems } = await importFolder('csv', csvStack);
      const faultyRows = problems.filter(({ severity }) => severity === 'error');
      expect(faultyRows).toHaveLength(errors);
      const repaired = await mkdtemp(path.join(folder, 'repaired-'));
      for (const [file, ofFile] of Map.groupBy(faultyRows, (problem) => problem.file)) {
        const name = path.basename(file).replace('.csv.gz', '.csv');
        const mapping = file.replace(/\.csv(\.gz)?$/, '.mapping');
        await cp(mapping, path.join(repaired, name.replace('.csv', '.mapping')));
        await writeFile(path.join(repaired, name), writeCsv(ofFile.map(repairRow)));
      }
      const context = createTestContext(csvStack.dataApi);
      const files = (await readdir(repaired)).filter((name) => name.endsWith('.csv'));
      const imported = await importResources(
        files.map((name) => path.join(repaired, name)),
        context,
      );
      expect(context.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(imported).toMatchObject({ created: 0, tilesUpdated: 0 });
      expect(await countFilledTiles(csvStack)).toBe(expected.cellGroups);
    });
  });
});

type CsvRow = Readonly<Record<string, string>>;

/** The row of a problem, with the value that its message proposes in the column that its pointer names. */
function repairRow({ leftOut, message, pointer }: FileProblem): CsvRow {
  const row: CsvRow = Object(Object(leftOut).row);
  const heading = pointer.split('/').at(-1)?.replaceAll('~1', '/') ?? '';
  const text = row[heading] ?? '';
  const [, id] = /such as ([\da-f-]{36})/.exec(message) ?? [];
  const [, label = text] = /have the label "(.*)": /.exec(message) ?? [];
  return { ...row, [heading]: id === undefined ? '2001-02-14' : text.replace(label, id) };
}

function writeCsv(rows: readonly CsvRow[]): string {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row) => headings.map((heading) => quote(row[heading] ?? '')).join(','));
  return [headings.map(quote).join(','), ...lines, ''].join('\n');
}

/** Lets transactions fail from a number on, as if the process had ended. */
function interruptAfter(dataApi: DataApi, transactions: number): DataApi {
  let begun = 0;
  return {
    ...dataApi,
    read: (statement) => dataApi.read(statement),
    write: (statement) => dataApi.write(statement),
    transaction: async (work) => {
      begun += 1;
      if (begun > transactions) throw new Error('interrupted');
      return dataApi.transaction(work);
    },
  };
}
