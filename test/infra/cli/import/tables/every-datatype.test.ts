import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { generatedDataSets } from '../../../../support/generated-data-sets.ts';
import { createImportContext } from '../../../../support/import-context.ts';
import { openTables, type Tables } from '../../export/tables/open-tables.ts';

let tables: Tables;
/** The models with records, by slug or id. */
let models: readonly string[];

beforeAll(async () => {
  tables = await openTables();
  const { stack } = tables.service;
  await stack.owner.write(rawSql('delete from resource'));
  const [sample] = generatedDataSets;
  await sample?.load({ stack, importContext: createImportContext(stack.dataApi) });
  const rows = await tables.service.rows(`select distinct coalesce(g.slug, g.graph_id::text)
from graph g
join resource r on r.graph_id = g.graph_id
order by 1`);
  models = rows.map(([model]) => String(model));
});

afterAll(async () => tables?.service.close());

const exportTable = (model: string, ...options: readonly string[]): Promise<string> =>
  tables.service.outputOf('export', 'table', model, '--as', 'ann', ...options);

const removeRecords = (model: string): Promise<unknown> =>
  tables.service.stack.owner.write(
    rawSql(`delete from resource r
using graph g
where g.graph_id = r.graph_id
  and '${model}' in (g.slug, g.graph_id::text)`),
  );

/** The lines of an export, with the precision that the format has. */
function linesOf(text: string, extension: string): readonly string[] {
  const digits =
    extension === 'csv'
      ? text
      : text.replaceAll(/-?\d{16,}|-?\d+\.\d+/g, (number) => String(Number(number)));
  return digits.split('\r\n');
}

describe('records with generated values of every datatype', () => {
  it.each(['csv', 'gpkg', 'xlsx', 'fgb'])(
    'are unchanged by an import of their own table: %s',
    async (extension) => {
      for (const model of models) {
        const file = tables.inFolder(`${model}.${extension}`);
        await exportTable(model, '--output', file);
        const { out, error } = await tables.service.run('import', 'table', file);
        expect([model, out + error]).toEqual([
          model,
          expect.stringMatching(/ 0 with errors[^]*Changes: 0\n/),
        ]);
      }
    },
  );

  it.each(['csv', 'gpkg'])('are restored from their table: %s', async (extension) => {
    for (const model of models) {
      const before = await exportTable(model);
      const file = tables.inFolder(`${model}.${extension}`);
      await exportTable(model, '--output', file);
      await removeRecords(model);
      const { out, error } = await tables.service.run('import', 'table', file);
      expect([model, out + error]).toEqual([
        model,
        expect.stringMatching(/ 0 left out[^]* 0 with errors/),
      ]);
      expect(linesOf(await exportTable(model), extension)).toEqual(linesOf(before, extension));
    }
  });
});
