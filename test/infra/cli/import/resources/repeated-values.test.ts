import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { id, NAME } from '../graphs/example.ts';
import { importContext, openWorkshop, type Workshop } from '../importing.ts';
import { MEASURE, monument, monumentGraph, named, resourceId, tile } from '../monuments.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await openWorkshop();
  const card = (number: number, nodegroupId: string, uniquetoallinstances: boolean) => ({
    cardid: id(300 + number),
    nodegroup_id: nodegroupId,
    constraints: [{ constraintid: id(310 + number), uniquetoallinstances, nodes: [nodegroupId] }],
  });
  await workshop.importGraphs(
    monumentGraph({ cards: [card(1, NAME, true), card(2, MEASURE, false)] }),
  );
});

beforeEach(async () => {
  await workshop.stack.owner.write({ text: 'delete from resource', parameters: [] });
});

afterAll(async () => workshop?.close());

const problemLines = (problems: readonly { severity: string; code: string; pointer: string }[]) =>
  problems.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);
const warning = (recordNumber: number, tile = 0) =>
  `warning value_not_unique /business_data/resources/${recordNumber}/tiles/${tile}`;
const measure = (number: number, value: number) => tile(number, MEASURE, { [MEASURE]: value });

describe('a record with a value that must be unique in its model', () => {
  it('is imported with a warning if another record of its file has the same value', async () => {
    const { problems, imported } = await workshop.importRecords([
      named(1, 'Old Mill'),
      named(2, 'Windmill'),
      named(3, 'Old Mill'),
    ]);
    expect(problemLines(problems)).toEqual([warning(0), warning(2)]);
    expect(problems[0]).toMatchObject({ record: resourceId(1) });
    expect(imported).toMatchObject({ created: 3, leftOut: 0 });
  });

  it('is imported with a warning if a stored record has the same value, even in another form', async () => {
    await workshop.importRecords([named(1, 'Old Mill')]);
    const other = named(2, { de: { value: 'Old Mill', direction: 'ltr' } });
    const { problems, imported } = await workshop.importRecords([other]);
    expect(problemLines(problems)).toEqual([warning(0)]);
    expect(imported).toMatchObject({ created: 1, leftOut: 0 });
  });

  it('gets the warning in a dry run and in a repeated import, but not for a repetition of the record itself', async () => {
    const records = [named(1, 'Old Mill'), named(2, 'Old Mill')];
    const dry = await workshop.importRecords(records, { dryRun: true });
    await workshop.importRecords(records);
    const again = await workshop.importRecords(records);
    const alone = await workshop.importRecords([named(3, 'Windmill'), named(3, 'Windmill')]);
    expect([dry, again, alone].map(({ problems }) => problemLines(problems))).toEqual([
      [warning(0), warning(1)],
      [warning(0), warning(1)],
      ['warning repeated_record /business_data/resources/1'],
    ]);
  });

  it('gets the warning for two tiles of one resource instance if the value must be unique within it', async () => {
    const { problems } = await workshop.importRecords([
      monument(1, [measure(1, 7), measure(2, 8), measure(3, 7)]),
    ]);
    expect(problemLines(problems)).toEqual([warning(0), warning(0, 2)]);
  });

  it('is imported when the database refuses another record', async () => {
    const records = [named(1, 'Old Mill'), monument(2, [measure(2, 7)])];
    const text = JSON.stringify({ business_data: { resources: records } });
    const context = importContext(workshop.stack.data);
    const imported = await importResources(
      [await workshop.file('huge.json', text.replace(`"${MEASURE}":7`, `"${MEASURE}":1e200000`))],
      context,
    );
    expect(context.problems.map(({ code, record }) => [code, record])).toEqual([
      ['refused_by_database', resourceId(2)],
    ]);
    expect(imported).toMatchObject({ created: 1, leftOut: 1 });
  });
});
