import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../infra/cli/import/resources.ts';
import { RecordsOvertaken } from '../../../../infra/cli/import/write-resources.ts';
import type { DataApi, Transaction } from '../../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { plain } from '../../../../lib/data-api/sql.ts';
import { fingerprint, importContext, openWorkshop, type Workshop } from './importing.ts';
import { GRAPH, monumentGraph, named, resourceId } from './monuments.ts';

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
      plain(
        `insert into resource (resource_id, graph_id) values ('${resourceId(number)}', '${GRAPH}')`,
      ),
    );
  const refused = async (): Promise<never> => {
    throw new DatabaseError('ERROR: duplicate key value; SQLState: 23505');
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
    [10, 'finds a resource instance that has come into being', created(10)],
    [20, 'meets another that creates it at the same moment', refused],
  ])('begins its transaction again (%i): it %s', async (number, _what, happens) => {
    const { imported, problems } = await importInto(overtaken(2, happens), number);
    expect(problems).toEqual([]);
    expect(imported).toMatchObject({ resourcesCreated: 2, tilesCreated: 2 });
    expect(
      await workshop.rows(
        `select activity_type from activity where resource_id = '${resourceId(number)}'`,
      ),
    ).toEqual([['Create']]);
  });

  it('ends with nothing of the transaction written where it never is alone', async () => {
    const before = await fingerprint(workshop.stack.owner);
    await expect(importInto(overtaken(100, created(30)), 30)).rejects.toThrow(RecordsOvertaken);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });
});
