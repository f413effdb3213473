import { afterAll, beforeAll, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { createTestContext } from '../importing.ts';
import { openCsvWorkshop, type CsvWorkshop } from './csv-workshop.ts';
import { id } from './mill-model.ts';

let workshop: CsvWorkshop;
beforeAll(async () => {
  workshop = await openCsvWorkshop();
});
afterAll(async () => workshop.close());

it('The summary and the warning about CSV that is not imported beside JSON count the same rows with errors', async () => {
  const context = createTestContext(workshop.stack.dataApi);
  const record = { resourceinstance: { resourceinstanceid: id(900), graph_id: id(1) }, tiles: [] };
  const files = await Promise.all([
    workshop.file('records.json', [record]),
    workshop.file('mills.csv', 'ResourceID,State\na,ruined\nb,sold\nc,sold\n'),
  ]);
  const { notes } = await importResources(files, context);
  expect(notes).toEqual(['Rows of CSV: 3 read, 2 with errors']);
  expect(context.problems).toMatchObject([
    { code: 'csv_beside_json', message: expect.stringContaining('2 rows of the CSV have errors.') },
  ]);
});
