import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { analyzeTables } from '../../../infra/cli/instance/queries/statistics.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { queryColumn } from '../../support/sample.ts';
import { wrapSessions } from '../writing/slow-statements.ts';
import { namesByCount, placeCopies } from './many-houses.ts';
import { openHouses, type Houses } from './named-houses.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';

const nameCount = 1_000;

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
  await houses.importConcepts({ 1: { 'en-US': 'mill' }, 2: { 'en-US': 'barn' } });
  await houses.importHouses({ 1: { title: 'Old', type: 1 }, 2: { title: 'New', type: 2 } });
  await placeCopies(houses, 1, 10, nameCount - 1);
});

afterAll(async () => houses?.service.close());

/** The SQL statements of a piece of work, in order. */
async function recordStatements(work: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: string[] = [];
  const stopRecording = wrapSessions(houses.service.stack.database, (session) => ({
    ...session,
    query: (sql, values, timeout, afterTimeout) => {
      texts.push(sql);
      return session.query(sql, values, timeout, afterTimeout);
    },
  }));
  await work();
  stopRecording();
  return texts;
}

class RolledBack extends Error {}

/** The number of rows and index entries that the database reads to change a label and commit. The change is rolled back. */
async function countReadRows(concept: number): Promise<number> {
  let count = Number.NaN;
  const work = houses.service.stack.owner.transaction(async ({ execute }) => {
    await execute(
      rawSql(`update concept_value set value = value || '!'
where right(concept_id::text, 5) = '${60_000 + concept}'`),
    );
    await execute(rawSql('set constraints all immediate'));
    const [row] = await execute(
      rawSql(`select sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid))::text
from pg_class c
where c.relname ~ '^(name_source|resource|tile)'`),
    );
    count = Number(row?.[0]);
    throw new RolledBack();
  });
  await expect(work).rejects.toThrow(RolledBack);
  return count;
}

describe(`a concept that ${nameCount} names contain`, () => {
  it('is renamed by the same statements as a concept that one name contains; they write only a mark', async () => {
    // The first import sends statements that are sent once in a process.
    await houses.importConcepts({ 1: { 'en-US': 'mill' }, 2: { 'en-US': 'barn' } });
    const readRowVersions = (): Promise<readonly string[]> =>
      queryColumn(
        houses.service,
        `select concat_ws(' ',
  (select md5(string_agg(concat(xmin, ctid), '' order by resource_id)) from resource),
  (select count(*) from name_source where xmin::text = any (select xmin::text from name_mark)))`,
      );
    const before = await readRowVersions();
    const statementsForOne = await recordStatements(() =>
      houses.importConcepts({ 2: { 'en-US': 'shed' } }),
    );
    const statementsForAll = await recordStatements(() =>
      houses.importConcepts({ 1: { 'en-US': 'windmill' } }),
    );
    expect(statementsForAll).toEqual(statementsForOne);
    expect(await readRowVersions()).toEqual(before);
    expect(await houses.readMarks()).toEqual(['concept 60001', 'concept 60002']);
  });

  it('is renamed without reading more than about two hundred of the names', async () => {
    // Without statistics, the planner may choose to read whole tables.
    await houses.service.stack.owner.write(analyzeTables());
    expect(await countReadRows(2)).toBeGreaterThan(0);
    expect(await countReadRows(1)).toBeLessThan((await countReadRows(2)) + 5 * 201);
  });

  it('keeps its old label in all names until they are refreshed, and then has the new one', async () => {
    expect(await namesByCount(houses)).toEqual(['1 New (barn)', `${nameCount} Old (mill)`]);
    const batches = await recordStatements(async () => {
      expect(await houses.refreshNames()).toEqual({
        computed: nameCount + 1,
        changed: nameCount + 1,
        isComplete: true,
      });
    });
    expect(await namesByCount(houses)).toEqual(['1 New (shed)', `${nameCount} Old (windmill)`]);
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
    // One statement to read a batch of 200, one to store it, and a last one that finds nothing.
    expect(batches.filter((text) => /name_mark/.test(text))).toHaveLength(
      2 * Math.ceil((nameCount + 1) / 200) + 1,
    );
  });
});

describe('an interrupted update of names', () => {
  it.runIf(triesAllCases)('continues where it was interrupted', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'watermill' } });
    let batches = 0;
    const interrupted = await houses.refreshNames(() => (batches += 1) <= 3);
    expect(interrupted).toEqual({ computed: 600, changed: 600, isComplete: false });
    const names = ['1 New (shed)', '600 Old (watermill)', `${nameCount - 600} Old (windmill)`];
    expect(await namesByCount(houses)).toEqual(names.toSorted());
    expect(await houses.refreshNames()).toMatchObject({
      computed: nameCount - 600,
      isComplete: true,
    });
    expect(await houses.listStaleHouses()).toEqual([]);
  });

  it('continues after the database was unavailable between two batches', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill' } });
    const { faults } = houses.service.stack.server;
    faults.add({ when: 'before', kind: 'delay', match: 'incoming_mark', times: 2 });
    faults.add({ when: 'before', kind: 'reset', match: 'incoming_mark', times: 50 });
    await expect(houses.refreshNames()).rejects.toMatchObject({ code: 'data_api_unavailable' });
    faults.clear();
    expect(await houses.readMarks()).toEqual(['concept 60001']);
    expect(await houses.refreshNames()).toMatchObject({
      computed: nameCount - 400,
      isComplete: true,
    });
    expect(await namesByCount(houses)).toEqual(['1 New (shed)', `${nameCount} Old (mill)`]);
    expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
  });

  it.runIf(triesAllCases)(
    'corrects every name if two processes run it at the same time',
    async () => {
      await houses.importConcepts({ 1: { 'en-US': 'tide mill' } });
      await Promise.all([houses.refreshNames(), houses.refreshNames()]);
      await houses.refreshNames();
      expect(await namesByCount(houses)).toEqual(['1 New (shed)', `${nameCount} Old (tide mill)`]);
      expect([await houses.readMarks(), await houses.listStaleHouses()]).toEqual([[], []]);
    },
  );
});
