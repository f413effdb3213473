import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { DatabaseError, DataApiUnavailable } from '../../../../../lib/data-api/errors.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { NAME } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import {
  monument,
  monumentGraph,
  namedMonument,
  NOTE,
  resourceId,
  tile,
  tileId,
} from '../monuments.ts';

/** Each file becomes one batch. */
describe('batches that are written at the same time', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterEach(async () => {
    for (const table of ['resource', 'activity']) {
      await workshop.stack.owner.write(rawSql(`delete from ${table}`));
    }
  });

  afterAll(async () => workshop.close());

  const importFiles = async (
    files: readonly (readonly unknown[])[],
    dataApi: DataApi = workshop.stack.dataApi,
  ) => {
    const paths = files.map((records, index) => workshop.file(`${index}.json`, records));
    const context = createTestContext(dataApi);
    const imported = await importResources(await Promise.all(paths), context);
    return { imported, problems: context.problems.map(({ code, record }) => [code, record]) };
  };

  /** The Data API, which fails for the first `times` calls that create the resource instance `number`. */
  const dataWithFailure = (number: number, times: number, error: Error): DataApi => {
    const { dataApi } = workshop.stack;
    let remaining = times;
    return {
      ...dataApi,
      transaction: (work) =>
        dataApi.transaction((transaction) =>
          work({
            execute: async (statement) => {
              const isCreated =
                statement.text.includes('created_resource as') &&
                JSON.stringify(statement.parameters).includes(resourceId(number));
              if (isCreated && remaining > 0) {
                remaining -= 1;
                throw error;
              }
              return transaction.execute(statement);
            },
          }),
        ),
    };
  };
  const valueRefused = new DatabaseError('ERROR: a value is refused; SQLState: 22023');

  const readStoredIds = () =>
    workshop.rows(`select a.resource_id::text
from activity a
join resource r on r.resource_id = a.resource_id
order by a.ordinal`);

  it('are stored in their order', async () => {
    const files = [3, 2, 1, 5, 4].map((number) => [namedMonument(number, 'A')]);
    const { imported, problems } = await importFiles(files);
    expect(problems).toEqual([]);
    expect(imported).toMatchObject({ read: 5, created: 5, tilesCreated: 5 });
    expect(await readStoredIds()).toEqual([3, 2, 1, 5, 4].map((number) => [resourceId(number)]));
  });

  it('are stored in their order if the database refuses a record of one batch', async () => {
    const files = [
      [namedMonument(1, 'A'), namedMonument(9, 'A')],
      [namedMonument(3, 'A')],
      [namedMonument(2, 'A')],
    ];
    const { imported, problems } = await importFiles(files, dataWithFailure(9, 100, valueRefused));
    expect(problems).toEqual([['refused_by_database', resourceId(9)]]);
    expect(imported).toMatchObject({ read: 3, created: 3, leftOut: 1 });
    expect(await readStoredIds()).toEqual([1, 3, 2].map((number) => [resourceId(number)]));
  });

  it('store nothing after a batch whose error ends the import', async () => {
    const files = [1, 2, 3].map((number) => [namedMonument(number, 'A')]);
    const unavailable = new DataApiUnavailable('The service is away.', 'none');
    await expect(importFiles(files, dataWithFailure(1, 100, unavailable))).rejects.toThrow(
      'The service is away.',
    );
    expect(await readStoredIds()).toEqual([]);
  });

  it('are checked against the tiles that the previous batch writes', async () => {
    const note = tile(11, NOTE, { [NOTE]: 'N' }, { parenttile_id: tileId(1) });
    const { imported, problems } = await importFiles([
      [namedMonument(1, 'A')],
      [monument(1, [note])],
      [monument(2, [tile(1, NAME, { [NAME]: 'Of another' })])],
    ]);
    expect(problems).toEqual([['tile_of_other_resource', resourceId(2)]]);
    expect(imported).toMatchObject({ read: 1, created: 1, tilesCreated: 2 });
  });
});
