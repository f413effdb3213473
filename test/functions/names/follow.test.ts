import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { house, label } from './house-model.ts';
import { openHouses, type Houses } from './named-houses.ts';

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

beforeEach(async () => houses.clear());

afterAll(async () => houses?.service.close());

describe('names that contain the label of a concept', () => {
  beforeEach(async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill' }, 2: { 'en-US': 'barn' } });
    await houses.importHouses({ 1: { title: 'Old', type: 1 }, 2: { title: 'New', type: 2 } });
  });

  it('are settled once an import is over', async () => {
    expect(await houses.nameOf(1)).toBe('Old (mill)');
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
  });

  it('keep what they say until the mark is settled, and say the new label then', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'windmill' } });
    expect(await houses.nameOf(1)).toBe('Old (mill)');
    expect(await houses.marks()).toEqual(['concept 60001']);
    expect(await houses.settle()).toEqual({ computed: 1, changed: 1, isComplete: true });
    expect(await houses.nameOf(1)).toBe('Old (windmill)');
    expect(await houses.nameOf(2)).toBe('New (barn)');
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
  });

  it('follow where the label goes, and where the whole concept does', async () => {
    await runStatement(houses.service, `delete from concept_value where value_id = '${label(1)}'`);
    await houses.settle();
    expect(await houses.nameOf(1)).toBe('Old');
    await runStatement(
      houses.service,
      `delete from concept where concept_id = (
  select concept_id from concept_value where value_id = '${label(2)}'
)`,
    );
    await houses.settle();
    expect(await houses.nameOf(2)).toBe('New');
  });

  it('follow where the concept comes only after them', async () => {
    await houses.importHouses({ 3: { title: 'Late', type: 3 } });
    expect(await houses.nameOf(3)).toBe('Late');
    await houses.importConcepts({ 3: { 'en-US': 'shed' } });
    expect(await houses.marks()).toEqual(['concept 60003']);
    await houses.settle();
    expect(await houses.nameOf(3)).toBe('Late (shed)');
  });

  it('leave no mark where nothing changes that one of them says', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill' }, 7: { 'en-US': 'unused' } });
    await runStatement(
      houses.service,
      `insert into concept_value (value_id, concept_id, value_type, language_id, value)
select gen_random_uuid(), concept_id, 'scopeNote', 'en-US', 'a note' from concept_value where value_id = '${label(1)}'`,
    );
    expect(await houses.marks()).toEqual([]);
  });
});

describe('texts that contain the name of another resource instance', () => {
  beforeEach(async () => {
    await houses.importHouses({
      1: { title: 'Yard' },
      2: { title: 'Mill', within: [1] },
      3: { title: 'Wheel', within: [2], beside: 1 },
    });
  });

  it('contain it, and what is in it', async () => {
    expect(await houses.nameOf(3)).toBe('Wheel, Mill, Yard');
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
  });

  it('follow it, one through the other, in descriptions too', async () => {
    await houses.importHouses({ 1: { title: 'Court' } });
    expect(await houses.nameOf(2)).toBe('Mill, Court');
    expect(await houses.nameOf(3)).toBe('Wheel, Mill, Court');
    expect(await houses.descriptionOf(3)).toBe('beside Court');
  });

  it('follow its deletion', async () => {
    expect((await houses.delete(1)).status).toBe(200);
    await houses.settle();
    expect(await houses.nameOf(2)).toBe('Mill');
    expect(await houses.nameOf(3)).toBe('Wheel, Mill');
    expect(await houses.descriptionOf(3)).toBeUndefined();
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
  });

  it('follow where it comes only after them', async () => {
    await houses.importHouses({ 4: { title: 'Room', within: [5] } });
    expect(await houses.nameOf(4)).toBe('Room');
    await houses.importHouses({ 5: { title: 'Floor' } });
    expect(await houses.nameOf(4)).toBe('Room, Floor');
  });

  it('follow through many, whatever the order in which they came', async () => {
    const length = 30;
    for (let number = 10; number < 10 + length; number += 1) {
      await houses.importHouses({ [number]: { title: `H${number}`, within: [number + 1] } }, false);
    }
    await houses.settle();
    const expected = Array.from({ length }, (_, index) => `H${10 + index}`).join(', ');
    expect(await houses.nameOf(10)).toBe(expected);
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
  });
});

describe('names that contain each other', () => {
  const circle = { 1: [2], 2: [3], 3: [1] } as const;
  const names = async (): Promise<readonly (string | undefined)[]> =>
    Promise.all([1, 2, 3].map((number) => houses.nameOf(number)));

  it.each([
    [1, 2, 3],
    [3, 2, 1],
    [2, 1, 3],
    [1, 3, 2],
  ])('end the same, whichever way they came: %i, %i, %i', async (...order) => {
    for (const number of order) {
      const within = circle[number === 1 ? 1 : number === 2 ? 2 : 3];
      expect((await houses.put(number, { title: `H${number}`, within })).ok).toBe(true);
      await houses.settle();
    }
    expect(await names()).toEqual(['H1, H2', 'H2, H3', 'H3, H1']);
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
  });

  it('say more again where the circle is opened', async () => {
    await houses.importHouses({
      1: { title: 'H1', within: [2] },
      2: { title: 'H2', within: [3] },
      3: { title: 'H3', within: [1] },
    });
    expect(await names()).toEqual(['H1, H2', 'H2, H3', 'H3, H1']);
    await houses.put(3, { title: 'H3' });
    await houses.settle();
    expect(await names()).toEqual(['H1, H2, H3', 'H2, H3', 'H3']);
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
  });

  it('of which one contains itself only say its title', async () => {
    await houses.importHouses({ 1: { title: 'H1', within: [1] } });
    expect(await houses.nameOf(1)).toBe('H1, H1');
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
  });
});

describe('names made by a template', () => {
  it('follow another template, and a new language', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill', de: 'Mühle' } });
    await houses.importHouses({ 1: { title: 'Old', type: 1 } });
    await houses.importGraph('<Type>: <Title>');
    expect(await houses.marks()).toEqual(['graph 00100']);
    await houses.settle();
    expect(await houses.nameOf(1)).toBe('mill: Old');
    await houses.put(2, { title: { de: { value: 'Hof', direction: 'ltr' } } });
    expect(await houses.marks()).toEqual(['languages 00000']);
    await houses.settle();
    expect(await houses.nameOf(1, 'de')).toBe('Mühle: Old');
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
    await houses.importGraph();
  });

  it('of an earlier version, of which it is not known what they were made of, are mended by the mark of their graph', async () => {
    await houses.importHouses({ 1: { title: 'Yard' }, 2: { title: 'Mill', within: [1] } });
    await runStatement(
      houses.service,
      `update resource set descriptor_basis = null, descriptors = '{}'`,
    );
    await runStatement(houses.service, 'delete from name_mark');
    await runStatement(
      houses.service,
      `insert into name_mark (kind, cause_id, token) select 'graph', graph_id, gen_random_uuid() from graph`,
    );
    await houses.settle();
    expect(await houses.nameOf(2)).toBe('Mill, Yard');
    expect([await houses.marks(), await houses.stale()]).toEqual([[], []]);
  });
});

describe('settling', () => {
  it('changes no version, log, activity or time of the resource instance, only the time at which names changed', async () => {
    await houses.importHouses({ 1: { title: 'Yard' }, 2: { title: 'Mill', within: [1] } });
    await houses.importHouses({ 1: { title: 'Court' } }, false);
    const traces = (): Promise<readonly string[]> =>
      queryColumn(
        houses.service,
        `select concat_ws(' ',
  (select version || ' ' || changed_at from resource where resource_id = '${house(2)}'),
  (select count(*) from edit_log),
  (select ordinal from activity_counter))`,
      );
    const told = (): Promise<readonly string[]> =>
      queryColumn(houses.service, `select changed_at from last_change where subject = 'names'`);
    const [before, toldBefore] = [await traces(), await told()];
    await houses.settle();
    expect(await houses.nameOf(2)).toBe('Mill, Court');
    expect(await traces()).toEqual(before);
    expect(await told()).not.toEqual(toldBefore);
  });
});
