import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasNativeServer } from '../../../../support/has-native-server.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { expectRowsOfTable } from './compare-with-csv.ts';
import { listLargestModels, openTables, type Tables } from './open-tables.ts';
import { installTableJudge } from './python-judge/judge.ts';
import { parseTable, readMappingOf } from './read-table.ts';

const isAvailable = hasNativeServer && findTestData('v5demo') !== undefined;
const judge = isAvailable ? await installTableJudge() : undefined;

describe.runIf(judge !== undefined)('tables of real models', () => {
  let tables: Tables;
  let models: readonly string[];

  beforeAll(async () => {
    tables = await openTables('v5demo');
    models = await listLargestModels(tables);
  });

  afterAll(async () => tables?.service.close());

  const exportModel = (model: string, ...options: readonly string[]): Promise<string> => {
    const words = ['export', 'table', model, '--as', 'ann', '--headings', 'aliases'];
    return tables.service.outputOf(...words, ...options);
  };

  it.each([0, 1])(
    'have every record once, and the same values in each format: model %i',
    async (index) => {
      const model = models[index] ?? '';
      const csv = await exportModel(model);
      const ids = await tables.service.rows(
        `select resource_id::text from resource where graph_id = '${model}' order by 1`,
      );
      expect(
        parseTable(csv)
          .slice(1)
          .map(([id]) => [id]),
      ).toEqual(ids);
      // Without FlatGeobuf: GDAL 3.12 gives pandas an invalid geometry for a feature without one, also in files of its own.
      for (const extension of ['gpkg', 'xlsx', 'parquet']) {
        const file = tables.inFolder(`model-${index}.${extension}`);
        await exportModel(model, '--output', file);
        const [table] = (await readMappingOf(file)).tables;
        const features = (await judge?.(file, table?.table)) ?? [];
        expect(expectRowsOfTable(features, csv)).toBeGreaterThan(50);
      }
    },
  );
});
