import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { NAME } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { monument, monumentGraph, namedMonument, resourceId, tile } from '../monuments.ts';

describe('the activity of imports', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  const readEvents = () =>
    workshop.rows('select activity_type, resource_id::text from activity order by ordinal');
  const readVersion = async (number: number) =>
    (
      await workshop.rows(
        `select version::text from resource where resource_id = '${resourceId(number)}'`,
      )
    )[0]?.[0];

  it('has one event for each resource instance that a transaction changed', async () => {
    await workshop.importRecords([namedMonument(1, 'One'), namedMonument(2, 'Two')]);
    await workshop.importRecords([
      monument(1, [tile(1, NAME, { [NAME]: 'Uno' }), tile(11, NAME, { [NAME]: 'Un' })]),
      namedMonument(2, 'Two'),
    ]);
    expect(await readEvents()).toEqual([
      ['Create', resourceId(1)],
      ['Create', resourceId(2)],
      ['Update', resourceId(1)],
    ]);
  });

  it('increases the version only of resource instances that changed', async () => {
    expect([await readVersion(1), await readVersion(2)]).toEqual(['2', '1']);
  });

  it('has a change for a new legacy id, but none for a missing legacy id', async () => {
    await workshop.importRecords([monument(2, [], { legacyid: 'L2' })]);
    expect(await readVersion(2)).toBe('2');
    await workshop.importRecords([monument(2, [], { legacyid: null })]);
    expect(await readVersion(2)).toBe('2');
  });

  it('keeps the old value of each edited tile in the edit log', async () => {
    const rows = await workshop.rows(
      `select edit_type, old_value ->> '${NAME}' from edit_log where resource_id = '${resourceId(1)}' order by edit_type`,
    );
    expect(rows).toEqual([
      ['create', null],
      ['tile create', null],
      ['tile create', null],
      ['tile edit', 'One'],
    ]);
  });

  it('has ordinals without gaps and increasing times, even after refused records and two imports at once', async () => {
    const writeRecords = (name: string, first: number) =>
      workshop.file(
        name,
        Array.from({ length: 60 }, (_, index) => namedMonument(first + index, `${name} ${index}`)),
      );
    const files = await Promise.all([writeRecords('a.json', 100), writeRecords('b.json', 130)]);
    await workshop.importRecords([namedMonument(50, 'a\0b'), namedMonument(51, 'Sound')]);
    const contexts = files.map(() => createTestContext(workshop.stack.dataApi));
    await Promise.all(
      contexts.map((context, index) => importResources([files[index] ?? ''], context)),
    );
    expect(contexts.flatMap(({ problems }) => problems)).toEqual([]);
    const [row] = await workshop.rows(`select
  count(*) = max(a.ordinal) and min(a.ordinal) = 1,
  bool_and(a.end_time >= coalesce(a.before, a.end_time)),
  max(a.ordinal) = (select c.ordinal from activity_counter c)
from (select *, lag(end_time) over (order by ordinal) as before from activity) a`);
    expect(row).toEqual([true, true, true]);
    expect(await readVersion(100)).toBe('1');
    expect(await readVersion(189)).toBe('1');
  });

  it('has no event for records imported with omitsActivity, but they are counted, and the edit log has their changes', async () => {
    const before = await readEvents();
    const countImports = () => workshop.rows('select imports from activity_counter');
    expect(await countImports()).toEqual([['0']]);
    const file = await workshop.file('silent.json', [namedMonument(60, 'Silent')]);
    const context = { ...createTestContext(workshop.stack.dataApi), omitsActivity: true };
    const { created } = await importResources([file], context);
    expect(created).toBe(1);
    expect(await readEvents()).toEqual(before);
    expect(await countImports()).toEqual([['1']]);
    const [edits] = await workshop.rows(
      `select count(*) from edit_log where resource_id = '${resourceId(60)}'`,
    );
    expect(edits).toEqual(['2']);
    await workshop.importRecords([namedMonument(60, 'Loud')]);
    expect((await readEvents()).slice(before.length)).toEqual([['Update', resourceId(60)]]);
  });

  it('has no new event if the same records are imported again', async () => {
    const before = await readEvents();
    await workshop.importRecords([namedMonument(51, 'Sound')]);
    expect(await readEvents()).toEqual(before);
  });
});
