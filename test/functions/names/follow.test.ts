import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { triesAllCases } from '../../support/random/take-sample.ts';
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

  it('are up to date at the end of an import', async () => {
    expect(await houses.readName(1)).toBe('Old (mill)');
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });

  it('contain the old label until the names are refreshed, and then the new one', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'windmill' } });
    expect(await houses.readName(1)).toBe('Old (mill)');
    expect(await houses.readMarks()).toEqual(['concept 60001']);
    expect(await houses.refreshNames()).toEqual({ computed: 1, changed: 1, isComplete: true });
    expect(await houses.readName(1)).toBe('Old (windmill)');
    expect(await houses.readName(2)).toBe('New (barn)');
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });

  it('lose the label if the label or the whole concept is deleted', async () => {
    await runStatement(houses.service, `delete from concept_value where value_id = '${label(1)}'`);
    await houses.refreshNames();
    expect(await houses.readName(1)).toBe('Old');
    await runStatement(
      houses.service,
      `delete from concept where concept_id = (
  select concept_id from concept_value where value_id = '${label(2)}'
)`,
    );
    await houses.refreshNames();
    expect(await houses.readName(2)).toBe('New');
  });

  it('gain the label if the concept is imported later', async () => {
    await houses.importHouses({ 3: { title: 'Late', type: 3 } });
    expect(await houses.readName(3)).toBe('Late');
    await houses.importConcepts({ 3: { 'en-US': 'shed' } });
    expect(await houses.readMarks()).toEqual(['concept 60003']);
    await houses.refreshNames();
    expect(await houses.readName(3)).toBe('Late (shed)');
  });

  it('get no mark if all changed texts are texts that they do not contain', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill' }, 7: { 'en-US': 'unused' } });
    await runStatement(
      houses.service,
      `insert into concept_value (value_id, concept_id, value_type, language_id, value)
select gen_random_uuid(), concept_id, 'scopeNote', 'en-US', 'a note' from concept_value where value_id = '${label(1)}'`,
    );
    expect(await houses.readMarks()).toEqual([]);
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

  it('contain the whole name, with the names in it', async () => {
    expect(await houses.readName(3)).toBe('Wheel, Mill, Yard');
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });

  it('follow a change of that name, also indirectly and in descriptions', async () => {
    await houses.importHouses({ 1: { title: 'Court' } });
    expect(await houses.readName(2)).toBe('Mill, Court');
    expect(await houses.readName(3)).toBe('Wheel, Mill, Court');
    expect(await houses.readDescription(3)).toBe('beside Court');
  });

  it('lose that name if the resource instance is deleted', async () => {
    expect((await houses.delete(1)).status).toBe(200);
    await houses.refreshNames();
    expect(await houses.readName(2)).toBe('Mill');
    expect(await houses.readName(3)).toBe('Wheel, Mill');
    expect(await houses.readDescription(3)).toBeUndefined();
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });

  it('gain that name if the resource instance is imported later', async () => {
    await houses.importHouses({ 4: { title: 'Room', within: [5] } });
    expect(await houses.readName(4)).toBe('Room');
    await houses.importHouses({ 5: { title: 'Floor' } });
    expect(await houses.readName(4)).toBe('Room, Floor');
  });

  it('contain a long chain of names, even if each was imported before the name that it contains', async () => {
    const length = triesAllCases ? 30 : 10;
    for (let number = 10; number < 10 + length; number += 1) {
      await houses.importHouses({ [number]: { title: `H${number}`, within: [number + 1] } }, false);
    }
    await houses.refreshNames();
    const expected = Array.from({ length }, (_, index) => `H${10 + index}`).join(', ');
    expect(await houses.readName(10)).toBe(expected);
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });
});

describe('names that contain each other', () => {
  const cycle = { 1: [2], 2: [3], 3: [1] } as const;
  const readNames = async (): Promise<readonly (string | undefined)[]> =>
    Promise.all([1, 2, 3].map((number) => houses.readName(number)));

  it.each([
    [1, 2, 3],
    [3, 2, 1],
    [2, 1, 3],
    [1, 3, 2],
  ])('are the same whatever the order of the writes: %i, %i, %i', async (...order) => {
    for (const number of order) {
      const within = cycle[number === 1 ? 1 : number === 2 ? 2 : 3];
      expect((await houses.put(number, { title: `H${number}`, within })).ok).toBe(true);
      await houses.refreshNames();
    }
    expect(await readNames()).toEqual(['H1, H2', 'H2, H3', 'H3, H1']);
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });

  it('contain more names again if the cycle is broken', async () => {
    await houses.importHouses({
      1: { title: 'H1', within: [2] },
      2: { title: 'H2', within: [3] },
      3: { title: 'H3', within: [1] },
    });
    expect(await readNames()).toEqual(['H1, H2', 'H2, H3', 'H3, H1']);
    await houses.put(3, { title: 'H3' });
    await houses.refreshNames();
    expect(await readNames()).toEqual(['H1, H2, H3', 'H2, H3', 'H3']);
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });

  it('stop after one repetition if a name contains itself', async () => {
    await houses.importHouses({ 1: { title: 'H1', within: [1] } });
    expect(await houses.readName(1)).toBe('H1, H1');
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });
});

describe('names that are built from a template', () => {
  it('are updated for a new template and for a new language', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill', de: 'Mühle' } });
    await houses.importHouses({ 1: { title: 'Old', type: 1 } });
    await houses.importGraph('<Type>: <Title>');
    expect(await houses.readMarks()).toEqual(['graph 00100']);
    await houses.refreshNames();
    expect(await houses.readName(1)).toBe('mill: Old');
    await houses.put(2, { title: { de: { value: 'Hof', direction: 'ltr' } } });
    expect(await houses.readMarks()).toEqual(['languages 00000']);
    await houses.refreshNames();
    expect(await houses.readName(1, 'de')).toBe('Mühle: Old');
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
    await houses.importGraph();
  });

  it('are corrected by the mark of their graph if an earlier version stored them without a basis', async () => {
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
    await houses.refreshNames();
    expect(await houses.readName(2)).toBe('Mill, Yard');
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });
});

describe('the update of names after a change', () => {
  it('changes the time of names, but no version, time, edit log or activity of the resource instance', async () => {
    await houses.importHouses({ 1: { title: 'Yard' }, 2: { title: 'Mill', within: [1] } });
    await houses.importHouses({ 1: { title: 'Court' } }, false);
    const readStoredState = (): Promise<readonly string[]> =>
      queryColumn(
        houses.service,
        `select concat_ws(' ',
  (select version || ' ' || changed_at from resource where resource_id = '${house(2)}'),
  (select count(*) from edit_log),
  (select ordinal from activity_counter))`,
      );
    const readTimeOfNames = (): Promise<readonly string[]> =>
      queryColumn(houses.service, `select changed_at from last_change where subject = 'names'`);
    const [before, timeBefore] = [await readStoredState(), await readTimeOfNames()];
    await houses.refreshNames();
    expect(await houses.readName(2)).toBe('Mill, Court');
    expect(await readStoredState()).toEqual(before);
    expect(await readTimeOfNames()).not.toEqual(timeBefore);
  });
});
