import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import type { DataApi, Transaction } from '../../../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../../../lib/data-api/errors.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { importContext, openWorkshop, type Workshop } from '../importing.ts';
import { GRAPH, monumentGraph, named, resourceId } from '../monuments.ts';

describe('an import that is overtaken', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  /** The data, where something happens between the comparing of records and the opening of their change. */
  const overtaken = (times: number, happens: (on: Transaction) => Promise<unknown>): DataApi => {
    const { data } = workshop.stack;
    let left = times;
    return {
      ...data,
      transaction: (work) =>
        data.transaction((transaction) =>
          work({
            execute: async (statement) => {
              if (left > 0 && statement.text.includes('created_resource as')) {
                left -= 1;
                await happens(transaction);
              }
              return transaction.execute(statement);
            },
          }),
        ),
    };
  };
  const created = (number: number) => (on: Transaction) =>
    on.execute(
      rawSql(
        `insert into resource (resource_id, graph_id) values ('${resourceId(number)}', '${GRAPH}')`,
      ),
    );
  const refused = async (): Promise<never> => {
    throw new DatabaseError(
      'ERROR: duplicate key value violates unique constraint "resource_pkey"; SQLState: 23505',
    );
  };
  const importInto = async (data: DataApi, number: number) => {
    const context = importContext(data);
    const imported = await importResources(
      [await workshop.file('overtaken.json', [named(number, 'A'), named(number + 1, 'B')])],
      context,
    );
    return { imported, problems: context.problems };
  };

  it.each([
    ['once, by a resource instance that has come into being', 10, 1, created(10)],
    ['once, by another that creates the same at the same moment', 20, 1, refused],
    ['every time until nobody else can write', 30, 3, created(30)],
  ])(
    'begins its transaction again where it is overtaken %s',
    async (_how, number, times, happens) => {
      const { imported, problems } = await importInto(overtaken(times, happens), number);
      expect(problems).toEqual([]);
      expect(imported).toMatchObject({ created: 2, tilesCreated: 2 });
      expect(
        await workshop.rows(
          `select activity_type from activity where resource_id = '${resourceId(number)}'`,
        ),
      ).toEqual([['Create']]);
    },
  );

  it('does not begin again where a tile is refused that somebody else has', async () => {
    let tries = 0;
    const taken = overtaken(100, async () => {
      tries += 1;
      throw new DatabaseError(
        'ERROR: duplicate key value violates unique constraint "tile_pkey"; SQLState: 23505',
      );
    });
    const { problems } = await importInto(taken, 40);
    expect(problems.map(({ code, record }) => [code, record])).toEqual([
      ['refused_by_database', resourceId(40)],
      ['refused_by_database', resourceId(41)],
    ]);
    // Both records together, then each by itself.
    expect(tries).toBe(3);
  });
});
