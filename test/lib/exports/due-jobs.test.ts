import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { updateExportJob } from '../../../infra/queries/export-jobs.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { runDueJobs } from '../../../lib/exports/run-due-jobs.ts';
import { fakeFeatures } from './fake-features.ts';
import { openExportWorkshop, smallFeatures, type ExportWorkshop } from './workshop.ts';

let shop: ExportWorkshop;

beforeAll(async () => {
  shop = await openExportWorkshop();
});

afterAll(async () => shop?.close());

describe('an export of which nothing changed', () => {
  const change: Readonly<Record<string, string>> = {
    'the activity stream went on': 'update activity_counter set ordinal = ordinal + 1',
    'an import left nothing in the activity stream': `insert into edit_log (transaction_id, resource_id, edit_type) values (gen_random_uuid(), gen_random_uuid(), 'create')`,
    'a model changed': `update last_change set changed_at = clock_timestamp() where subject = 'model'`,
    'the thesaurus changed': `update last_change set changed_at = clock_timestamp() where subject = 'thesaurus'`,
    'a right changed': `update last_change set changed_at = clock_timestamp() where subject = 'permission'`,
    'a name changed': `update last_change set changed_at = clock_timestamp() where subject = 'names'`,
  };

  it('is not made again', async () => {
    await shop.newJob('same');
    await shop.made('same');
    const files = await shop.files('same');
    expect((await shop.made('same'))?.state).toBe('skipped');
    expect(await shop.files('same')).toEqual(files);
    expect((await shop.job('same')).skippedAt).not.toBeNull();
    expect((await shop.made('same', {}, { startsAgain: true }))?.state).toBe('finished');
  });

  it.each(Object.entries(change))('is made again where %s', async (_why, statement) => {
    await shop.newJob('same');
    await shop.made('same');
    expect((await shop.made('same'))?.state).toBe('skipped');
    await shop.execute(statement);
    expect((await shop.made('same'))?.state).toBe('finished');
  });

  it.each([
    ['links begin otherwise', { baseUrl: 'https://other.test' }],
    ['the language is another', { language: 'de' }],
  ])('is made again where %s', async (_why, changes) => {
    await shop.newJob('same');
    await shop.made('same');
    expect((await shop.made('same'))?.state).toBe('skipped');
    expect((await shop.made('same', changes))?.state).toBe('finished');
  });

  it.each([
    ['query', { query: 'precision=3' }],
    ['format', { format: 'geojsonseq' }],
    ['principal', { runsAs: 'ada' }],
  ] as const)('is made again where its %s is another', async (what, changes) => {
    await shop.execute(`insert into account (username) values ('ada') on conflict do nothing`);
    const name = `other-${what}`;
    const job = {
      query: '',
      format: 'geojson',
      everyHours: 24,
      runsAs: null,
      readers: { accounts: [], groups: [] },
    } as const;
    await shop.newJob(name, job);
    await shop.made(name);
    expect((await shop.made(name))?.state).toBe('skipped');
    await runQuery(shop.stack.data.write, updateExportJob(name, { ...job, ...changes }, true));
    expect((await shop.made(name))?.state).toBe('finished');
  });
});

describe('a job that was changed while it was made', () => {
  it('writes what it is now', async () => {
    await shop.newJob('changed');
    const uploads = await shop.uploads();
    const job = {
      query: 'precision=2',
      format: 'geojson',
      everyHours: 24,
      runsAs: null,
      readers: { accounts: [], groups: [] },
    } as const;
    const read = fakeFeatures({
      pieces: 7,
      characters: 40_000,
      onPiece: async (piece) => {
        if (piece === 3)
          await runQuery(shop.stack.data.write, updateExportJob('changed', job, true));
      },
    });
    expect((await shop.made('changed', { readFeatures: read }))?.state).toBe('lost');
    expect((await shop.made('changed'))?.state).toBe('finished');
    expect((await shop.manifest('changed')).query).toBe('precision=2');
    expect(await shop.uploads()).toEqual(uploads);
  });
});

describe('the account of a job', () => {
  it('is asked for at each piece: a run ends as soon as it is deactivated, and says so', async () => {
    await shop.execute(`insert into account (username) values ('grace')`);
    await shop.newJob('of-grace', { runsAs: 'grace' });
    const read = fakeFeatures({
      pieces: 7,
      characters: 40_000,
      onPiece: async (piece) => {
        if (piece === 4)
          await shop.execute(`update account set is_active = false where username = 'grace'`);
      },
    });
    expect((await shop.made('of-grace', { readFeatures: read }))?.state).toBe('failed');
    expect((await shop.job('of-grace')).error).toContain(
      'The job runs as account grace, which is deactivated.',
    );
    expect(await shop.files('of-grace')).toEqual([]);
    expect((await shop.made('of-grace'))?.state).toBe('failed');
    await shop.execute(`update account set is_active = true where username = 'grace'`);
    expect((await shop.made('of-grace'))?.state).toBe('finished');
    expect((await shop.manifest('of-grace')).runsAs).toBe('grace');
  });
});

describe('the jobs that are due', () => {
  it('are all done, whatever becomes of one of them, and not again before they are due', async () => {
    await shop.execute('delete from export_job');
    await shop.newJob('one');
    await shop.newJob('two', { query: 'limit=3' });
    await shop.newJob('three');
    await shop.newJob('later');
    await shop.execute(
      `update export_job set due_at = clock_timestamp() + interval '1 hour' where name = 'later'`,
    );
    const work = shop.work({ readFeatures: smallFeatures });
    expect(await runDueJobs(work, 'night')).toEqual({
      isDone: true,
      finished: 2,
      skipped: 0,
      broken: 1,
    });
    expect((await shop.job('two')).error).toContain('limit');
    expect(await runDueJobs(work, 'night')).toEqual({
      isDone: true,
      finished: 0,
      skipped: 0,
      broken: 1,
    });
    // An hour less than a day: a schedule starts some seconds earlier or later.
    const hours = (Date.parse((await shop.job('one')).dueAt) - Date.now()) / 3_600_000;
    expect([hours > 22.9, hours <= 23]).toEqual([true, true]);
  });

  it('are among them still where they were changed in the last moment', async () => {
    await shop.execute('delete from export_job');
    await shop.newJob('changed');
    const store = {
      ...shop.store,
      putText: async (key: string, text: string) => {
        await shop.store.putText(key, text);
        if (!key.endsWith('latest.json')) return;
        await shop.execute(
          'update export_job set revision = revision + 1, format = $$geojsonseq$$',
        );
      },
    };
    const first = await runDueJobs(shop.work({ store }), 'night');
    const second = await runDueJobs(shop.work(), 'night');
    expect([first.finished, second.finished]).toEqual([1, 1]);
    expect(await shop.files('changed')).toContain('latest.geojsonl.gz');
  });

  it('are not done yet while one has to go on', async () => {
    await shop.execute('delete from export_job');
    await shop.newJob('goes-on');
    let asked = 0;
    const some = shop.work({ hasTimeLeft: () => (asked += 1) <= 3 });
    expect(await runDueJobs(some, 'night')).toMatchObject({ isDone: false, finished: 0 });
    expect(await runDueJobs(shop.work(), 'night')).toMatchObject({ isDone: true, finished: 1 });
  });
});
