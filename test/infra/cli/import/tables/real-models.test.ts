import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mappingFileName } from '../../../../../infra/cli/export/tables/write-mapping.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { hasNativeServer } from '../../../../support/has-native-server.ts';
import { hasOgrinfo } from '../../../../support/ogrinfo.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { listLargestModels, openTables, type Tables } from '../../export/tables/open-tables.ts';

const run = promisify(execFile);
const isAvailable = hasNativeServer && findTestData('v5demo') !== undefined;

describe.runIf(isAvailable)('tables of real models', () => {
  let tables: Tables;
  let models: readonly string[];

  beforeAll(async () => {
    tables = await openTables('v5demo');
    models = await listLargestModels(tables);
  });

  afterAll(async () => tables?.service.close());

  const exportModel = async (index: number, name: string): Promise<string> => {
    const file = tables.inFolder(name);
    const words = ['export', 'table', models[index] ?? '', '--as', 'ann', '--output', file];
    await tables.service.outputOf(...words);
    return file;
  };

  const exportText = (index: number): Promise<string> =>
    tables.service.outputOf('export', 'table', models[index] ?? '', '--as', 'ann');

  const importTable = async (file: string, ...options: readonly string[]): Promise<string> => {
    const { out, error } = await tables.service.run('import', 'table', file, ...options);
    return `${out}${error}`;
  };

  describe.each([0, 1])('model %i', (index) => {
    it.each(['csv', 'xlsx', 'gpkg', 'fgb'])(
      'is unchanged by an import of its own table: %s',
      async (extension) => {
        const file = await exportModel(index, `stored-${index}.${extension}`);
        expect(await importTable(file)).toMatch(/ 0 with errors[^]*Changes: 0\n/);
      },
    );

    it.runIf(hasOgrinfo).each(['gpkg', 'fgb'])(
      'is unchanged by its table after ogr2ogr has copied it: %s',
      async (extension) => {
        const file = await exportModel(index, `original-${index}.${extension}`);
        const copy = tables.inFolder(`copy-${index}.${extension}`);
        await run('ogr2ogr', [copy, file]);
        await copyFile(mappingFileName(file), mappingFileName(copy));
        expect(await importTable(copy)).toMatch(/ 0 with errors[^]*Changes: 0\n/);
      },
    );

    it.runIf(hasOgrinfo)('is unchanged by its table as GeoJSON of ogr2ogr', async () => {
      const file = await exportModel(index, `features-${index}.fgb`);
      const copy = tables.inFolder(`features-${index}.geojson`);
      await run('ogr2ogr', ['-lco', 'COORDINATE_PRECISION=15', copy, file]);
      expect(await importTable(copy, '--mapping', mappingFileName(file))).toMatch(
        / 0 with errors[^]*Changes: 0\n/,
      );
    });

    it.each(['csv', 'gpkg'])('is restored from its table: %s', async (extension) => {
      const before = await exportText(index);
      const file = await exportModel(index, `restored-${index}.${extension}`);
      await tables.service.stack.owner.write(
        rawSql(`delete from resource where graph_id = '${models[index]}'`),
      );
      expect(await importTable(file)).toMatch(/ 0 left out[^]* 0 with errors/);
      expect((await exportText(index)).split('\n')).toEqual(before.split('\n'));
    });
  });
});
