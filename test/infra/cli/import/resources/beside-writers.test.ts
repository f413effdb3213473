import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { NAME } from '../graphs/example.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../../../support/accounts.ts';
import { queryColumn, runStatement } from '../../../../support/sample.ts';
import { openTestService, type TestService } from '../../../../support/service.ts';
import { withJsonFile } from '../../../../support/temporary-file.ts';
import { createTestContext } from '../importing.ts';
import { MEASURE, monument, monumentGraph, namedMonument, resourceId, tile } from '../monuments.ts';

const numbers = Array.from({ length: 12 }, (_, index) => index);
const rounds = Array.from({ length: 4 }, (_, index) => index + 1);

/** Each resource instance has a name, which the imports write, and a measure, which the requests write. */
const nameTile = (number: number, text: string) => tile(2 * number, NAME, { [NAME]: text });
const measureTile = (number: number, value: number) =>
  tile(2 * number + 1, MEASURE, { [MEASURE]: value });

describe('imports at the same time as other writes', () => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await openTestService();
    await withJsonFile({ graph: [monumentGraph()] }, (file) =>
      importGraphs([file], service.importContext),
    );
    const account = await createTestAccount(service, 'administrator', { isAdministrator: true });
    const { clientId } = await createTestApplication(service, account);
    ({ access_token: token } = await fetchTokens(service, 'administrator', clientId));
  });

  beforeEach(async () => {
    for (const table of ['resource', 'edit_log', 'activity']) {
      await runStatement(service, `delete from ${table}`);
    }
    await runStatement(service, 'update activity_counter set ordinal = 0');
  });

  afterAll(async () => service.close());

  const importRecords = (records: readonly unknown[]) =>
    withJsonFile({ business_data: { resources: records } }, async (file) => {
      const context = createTestContext(service.stack.dataApi);
      const imported = await importResources([file], context);
      return { imported, problems: context.problems };
    });

  const putMeasure = async (number: number, value: number): Promise<number> => {
    const path = `/resources/${resourceId(number)}?format=service-json&missing=keep`;
    const body = JSON.stringify(monument(number, [measureTile(number, value)]));
    return (await service.fetch(path, { method: 'PUT', headers: bearerHeader(token), body }))
      .status;
  };

  /** Finds errors of the activity stream: items that are missing, doubled, or do not match the versions. */
  const findInconsistencies = () =>
    queryColumn(
      service,
      `select r.resource_id::text
from resource r
where r.version <> (select count(*) from activity a where a.resource_id = r.resource_id and a.activity_type = 'Update') + 1
union all
select 'a gap before ' || a.ordinal
from (select ordinal, lag(ordinal, 1, 0::bigint) over (order by ordinal) as before from activity) a
where a.ordinal <> a.before + 1
union all
select 'the counter'
from activity_counter c
where c.ordinal <> (select max(a.ordinal) from activity a)`,
    );

  it('of the same new records create each record only once', async () => {
    const records = numbers.map((number) => namedMonument(number, `Name ${number}`));
    const results = await Promise.all([
      importRecords(records),
      importRecords(records.toReversed()),
      importRecords(records),
    ]);
    expect(results.flatMap(({ problems }) => problems)).toEqual([]);
    expect(results.reduce((sum, { imported }) => sum + imported.created, 0)).toBe(12);
    expect(results.map(({ imported }) => imported.read)).toEqual([12, 12, 12]);
    expect(await queryColumn(service, 'select count(*) from edit_log')).toEqual(['24']);
    expect(await findInconsistencies()).toEqual([]);
  });

  it('of different values for the same records leave all records with the values of one import', async () => {
    const records = (text: string) =>
      numbers.map((number) => monument(number, [nameTile(number, text)]));
    await importRecords(records('First'));
    const results = await Promise.all(
      ['Uno', 'Un', 'Eins'].map((text, index) =>
        importRecords(index === 1 ? records(text).toReversed() : records(text)),
      ),
    );
    expect(results.flatMap(({ problems }) => problems)).toEqual([]);
    const names = await queryColumn(service, `select distinct data ->> '${NAME}' from tile`);
    expect(names).toHaveLength(1);
    expect(['Uno', 'Un', 'Eins']).toContain(names[0]);
    expect(await findInconsistencies()).toEqual([]);
  });

  it('and requests for the same resource instances lose no write of each other', async () => {
    await importRecords(
      numbers.map((number) => monument(number, [nameTile(number, '0'), measureTile(number, 0)])),
    );
    const runImports = async (): Promise<unknown[]> => {
      const problems: unknown[] = [];
      for (const round of rounds) {
        const records = numbers.map((number) => monument(number, [nameTile(number, `${round}`)]));
        problems.push(...(await importRecords(records)).problems);
      }
      return problems;
    };
    const sendRequests = async (): Promise<unknown[]> => {
      const refused: unknown[] = [];
      for (const round of rounds) {
        const answers = await Promise.all(
          numbers.map(async (number) => putMeasure(number, 10 * number + round)),
        );
        refused.push(...answers.filter((status) => status !== 200));
      }
      return refused;
    };
    expect(await Promise.all([runImports(), sendRequests()])).toEqual([[], []]);
    const lastRound = rounds.at(-1) ?? 0;
    expect(
      await queryColumn(
        service,
        `select distinct data ->> '${NAME}' from tile where data ? '${NAME}'`,
      ),
    ).toEqual([String(lastRound)]);
    expect(
      await queryColumn(
        service,
        `select data ->> '${MEASURE}' from tile where data ? '${MEASURE}' order by tile_id`,
      ),
    ).toEqual(numbers.map((number) => String(10 * number + lastRound)));
    expect(
      await queryColumn(service, `select count(*) from edit_log where edit_type = 'tile edit'`),
    ).toEqual([String(2 * rounds.length * numbers.length)]);
    expect(await findInconsistencies()).toEqual([]);
  });

  it('update the resource instances that requests create in the meantime', async () => {
    const records = numbers.map((number) => monument(number, [nameTile(number, 'Imported')]));
    const [{ problems }, statuses] = await Promise.all([
      importRecords(records),
      Promise.all(numbers.map(async (number) => putMeasure(number, number))),
    ]);
    expect(problems).toEqual([]);
    expect(new Set(statuses).difference(new Set([200, 201]))).toEqual(new Set());
    expect(await queryColumn(service, 'select count(*) from tile')).toEqual(['24']);
    expect(await findInconsistencies()).toEqual([]);
  });
});
