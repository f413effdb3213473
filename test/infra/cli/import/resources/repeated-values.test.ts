import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { id, NAME } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { MEASURE, monument, monumentGraph, namedMonument, resourceId, tile } from '../monuments.ts';

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

const toLines = (problems: readonly { severity: string; code: string; pointer: string }[]) =>
  problems.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);
const uniquenessWarning = (recordNumber: number, tile = 0) =>
  `warning value_not_unique /business_data/resources/${recordNumber}/tiles/${tile}`;
const measureTile = (number: number, value: number) => tile(number, MEASURE, { [MEASURE]: value });

describe('a record with a value that must be unique in its model', () => {
  it('is imported with a warning if another record of its file has the same value', async () => {
    const { problems, imported } = await workshop.importRecords([
      namedMonument(1, 'Old Mill'),
      namedMonument(2, 'Windmill'),
      namedMonument(3, 'Old Mill'),
    ]);
    expect(toLines(problems)).toEqual([uniquenessWarning(0), uniquenessWarning(2)]);
    expect(problems[0]).toMatchObject({ record: resourceId(1) });
    expect(imported).toMatchObject({ created: 3, leftOut: 0 });
  });

  it('is imported with a warning if a stored record has the same value, even in another form', async () => {
    await workshop.importRecords([namedMonument(1, 'Old Mill')]);
    const sameName = namedMonument(2, { de: { value: 'Old Mill', direction: 'ltr' } });
    const { problems, imported } = await workshop.importRecords([sameName]);
    expect(toLines(problems)).toEqual([uniquenessWarning(0)]);
    expect(imported).toMatchObject({ created: 1, leftOut: 0 });
  });

  it('gets the warning in a dry run and in a repeated import, but not for a repetition of the record itself', async () => {
    const records = [namedMonument(1, 'Old Mill'), namedMonument(2, 'Old Mill')];
    const dryRun = await workshop.importRecords(records, { dryRun: true });
    await workshop.importRecords(records);
    const repeatedRun = await workshop.importRecords(records);
    const repeatedRecord = await workshop.importRecords([
      namedMonument(3, 'Windmill'),
      namedMonument(3, 'Windmill'),
    ]);
    expect([dryRun, repeatedRun, repeatedRecord].map(({ problems }) => toLines(problems))).toEqual([
      [uniquenessWarning(0), uniquenessWarning(1)],
      [uniquenessWarning(0), uniquenessWarning(1)],
      ['warning repeated_record /business_data/resources/1'],
    ]);
  });

  it('gets the warning for two tiles of one resource instance if the value must be unique within it', async () => {
    const { problems } = await workshop.importRecords([
      monument(1, [measureTile(1, 7), measureTile(2, 8), measureTile(3, 7)]),
    ]);
    expect(toLines(problems)).toEqual([uniquenessWarning(0), uniquenessWarning(0, 2)]);
  });

  it('gets no warning for a tile without an id that becomes the stored tile with this value', async () => {
    const withoutId = (...names: readonly string[]) =>
      monument(
        1,
        names.map((name) => tile(0, NAME, { [NAME]: name }, { tileid: null })),
      );
    await workshop.importRecords([namedMonument(1, 'Old Mill')]);
    await workshop.importRecords([withoutId('New Mill')]);
    const { problems } = await workshop.importRecords([withoutId('Old Mill', 'New Mill')]);
    expect(problems).toEqual([]);
  });

  it('is imported even if the database refuses another record', async () => {
    const records = [namedMonument(1, 'Old Mill'), monument(2, [measureTile(2, 7)])];
    const text = JSON.stringify({ business_data: { resources: records } });
    const context = createTestContext(workshop.stack.dataApi);
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
