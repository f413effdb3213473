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

const warned = (problems: readonly { severity: string; code: string; pointer: string }[]) =>
  problems.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);
const warning = (place: number, tile = 0) =>
  `warning value_not_unique /business_data/resources/${place}/tiles/${tile}`;
const measure = (number: number, value: number) => tile(number, MEASURE, { [MEASURE]: value });

describe('a record with a value that its model allows once', () => {
  it('goes in, and is warned of, beside another of its file', async () => {
    const { problems, imported } = await workshop.importRecords([
      named(1, 'Old Mill'),
      named(2, 'Windmill'),
      named(3, 'Old Mill'),
    ]);
    expect(warned(problems)).toEqual([warning(0), warning(2)]);
    expect(problems[0]).toMatchObject({ record: resourceId(1) });
    expect(imported).toMatchObject({ created: 3, leftOut: 0 });
  });

  it('goes in, and is warned of, beside one that is stored, in whatever form that says the same', async () => {
    await workshop.importRecords([named(1, 'Old Mill')]);
    const other = named(2, { de: { value: 'Old Mill', direction: 'ltr' } });
    const { problems, imported } = await workshop.importRecords([other]);
    expect(warned(problems)).toEqual([warning(0)]);
    expect(imported).toMatchObject({ created: 1, leftOut: 0 });
  });

  it('is warned of by a dry run and when it is imported again, and not beside itself', async () => {
    const records = [named(1, 'Old Mill'), named(2, 'Old Mill')];
    const dry = await workshop.importRecords(records, { dryRun: true });
    await workshop.importRecords(records);
    const again = await workshop.importRecords(records);
    const alone = await workshop.importRecords([named(3, 'Windmill'), named(3, 'Windmill')]);
    expect([dry, again, alone].map(({ problems }) => warned(problems))).toEqual([
      [warning(0), warning(1)],
      [warning(0), warning(1)],
      ['warning repeated_record /business_data/resources/1'],
    ]);
  });

  it('may be the only one of its resource instance, where that is what the model says', async () => {
    const { problems } = await workshop.importRecords([
      monument(1, [measure(1, 7), measure(2, 8), measure(3, 7)]),
    ]);
    expect(warned(problems)).toEqual([warning(0), warning(0, 2)]);
  });

  it('goes in beside one that the database does not take', async () => {
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
