import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import type { DataApi, Transaction } from '../../../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../../../lib/data-api/errors.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { GRAPH, monumentGraph, namedMonument, resourceId } from '../monuments.ts';

describe('an import while other writers change the database', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  /** The Data API, with `interrupt` run between the comparison of records and the write of their change. */
  const dataWithInterruption = (
    times: number,
    interrupt: (transaction: Transaction) => Promise<unknown>,
  ): DataApi => {
    const { dataApi } = workshop.stack;
    let remaining = times;
    return {
      ...dataApi,
      transaction: (work) =>
        dataApi.transaction((transaction) =>
          work({
            execute: async (statement) => {
              if (remaining > 0 && statement.text.includes('created_resource as')) {
                remaining -= 1;
                await interrupt(transaction);
              }
              return transaction.execute(statement);
            },
          }),
        ),
    };
  };
  const createResource = (number: number) => (transaction: Transaction) =>
    transaction.execute(
      rawSql(
        `insert into resource (resource_id, graph_id) values ('${resourceId(number)}', '${GRAPH}')`,
      ),
    );
  const failWithDuplicateKey = async (): Promise<never> => {
    throw new DatabaseError(
      'ERROR: duplicate key value violates unique constraint "resource_pkey"; SQLState: 23505',
    );
  };
  const importTwoRecords = async (dataApi: DataApi, number: number) => {
    const context = createTestContext(dataApi);
    const imported = await importResources(
      [
        await workshop.file('overtaken.json', [
          namedMonument(number, 'A'),
          namedMonument(number + 1, 'B'),
        ]),
      ],
      context,
    );
    return { imported, problems: context.problems };
  };

  it.each([
    ['another writer has created the resource instance in the meantime', 10, 1, createResource(10)],
    [
      'the insert of the resource instance fails once with a duplicate key',
      20,
      1,
      failWithDuplicateKey,
    ],
    [
      'other writers create the resource instance at each attempt, until the import has the lock',
      30,
      3,
      createResource(30),
    ],
  ])('repeats its transaction if %s', async (_how, number, times, interrupt) => {
    const { imported, problems } = await importTwoRecords(
      dataWithInterruption(times, interrupt),
      number,
    );
    expect(problems).toEqual([]);
    expect(imported).toMatchObject({ created: 2, tilesCreated: 2 });
    expect(
      await workshop.rows(
        `select activity_type from activity where resource_id = '${resourceId(number)}'`,
      ),
    ).toEqual([['Create']]);
  });

  it('does not repeat its transaction if the tile id of a record is taken', async () => {
    let attempts = 0;
    const dataWithTakenTile = dataWithInterruption(100, async () => {
      attempts += 1;
      throw new DatabaseError(
        'ERROR: duplicate key value violates unique constraint "tile_pkey"; SQLState: 23505',
      );
    });
    const { problems } = await importTwoRecords(dataWithTakenTile, 40);
    expect(problems.map(({ code, record }) => [code, record])).toEqual([
      ['refused_by_database', resourceId(40)],
      ['refused_by_database', resourceId(41)],
    ]);
    // First one call for both records, then one call for each record.
    expect(attempts).toBe(3);
  });
});
