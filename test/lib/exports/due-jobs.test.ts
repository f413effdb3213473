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

describe('the next run of an export', () => {
  const statementsByChange: Readonly<Record<string, string>> = {
    'the activity stream has a new activity': 'update activity_counter set ordinal = ordinal + 1',
    'an import wrote to the edit log without an activity': `insert into edit_log (transaction_id, resource_id, edit_type) values (gen_random_uuid(), gen_random_uuid(), 'create')`,
    'a model changed': `update last_change set changed_at = clock_timestamp() where subject = 'model'`,
    'the thesaurus changed': `update last_change set changed_at = clock_timestamp() where subject = 'thesaurus'`,
    'a right changed': `update last_change set changed_at = clock_timestamp() where subject = 'permission'`,
    'a name changed': `update last_change set changed_at = clock_timestamp() where subject = 'names'`,
  };

  it('is skipped if nothing changed, unless startsAgain is set', async () => {
    await shop.createJob('same');
    await shop.run('same');
    const files = await shop.listFiles('same');
    expect((await shop.run('same'))?.state).toBe('skipped');
    expect(await shop.listFiles('same')).toEqual(files);
    expect((await shop.readJob('same')).skippedAt).not.toBeNull();
    expect((await shop.run('same', {}, { startsAgain: true }))?.state).toBe('finished');
  });

  it.each(Object.entries(statementsByChange))(
    'writes a new file if %s',
    async (_why, statement) => {
      await shop.createJob('same');
      await shop.run('same');
      expect((await shop.run('same'))?.state).toBe('skipped');
      await shop.execute(statement);
      expect((await shop.run('same'))?.state).toBe('finished');
    },
  );

  it.each([
    ['the base URL changed', { baseUrl: 'https://other.test' }],
    ['the language changed', { language: 'de' }],
  ])('writes a new file if %s', async (_why, changes) => {
    await shop.createJob('same');
    await shop.run('same');
    expect((await shop.run('same'))?.state).toBe('skipped');
    expect((await shop.run('same', changes))?.state).toBe('finished');
  });

  it.each([
    ['query', { query: 'precision=3' }],
    ['format', { format: 'geojsonseq' }],
    ['principal', { runsAs: 'ada' }],
  ] as const)('writes a new file if the %s of its job changed', async (property, changes) => {
    await shop.execute(`insert into account (username) values ('ada') on conflict do nothing`);
    const name = `other-${property}`;
    const job = {
      query: '',
      format: 'geojson',
      everyHours: 24,
      runsAs: null,
      readers: { accounts: [], groups: [] },
    } as const;
    await shop.createJob(name, job);
    await shop.run(name);
    expect((await shop.run(name))?.state).toBe('skipped');
    await runQuery(shop.stack.data.write, updateExportJob(name, { ...job, ...changes }, true));
    expect((await shop.run(name))?.state).toBe('finished');
  });
});

describe('a job that is changed during a run', () => {
  it('ends this run with the state lost, and uses its new query in the next run', async () => {
    await shop.createJob('changed');
    const uploads = await shop.listUploads();
    const job = {
      query: 'precision=2',
      format: 'geojson',
      everyHours: 24,
      runsAs: null,
      readers: { accounts: [], groups: [] },
    } as const;
    const featureSource = fakeFeatures({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async (piece) => {
        if (piece === 3)
          await runQuery(shop.stack.data.write, updateExportJob('changed', job, true));
      },
    });
    expect((await shop.run('changed', { readFeatures: featureSource }))?.state).toBe('lost');
    expect((await shop.run('changed'))?.state).toBe('finished');
    expect((await shop.readManifest('changed')).query).toBe('precision=2');
    expect(await shop.listUploads()).toEqual(uploads);
  });
});

describe('the account of a job', () => {
  it('is checked for each piece; if it is deactivated, the run fails with an error that names it', async () => {
    await shop.execute(`insert into account (username) values ('grace')`);
    await shop.createJob('of-grace', { runsAs: 'grace' });
    const featureSource = fakeFeatures({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async (piece) => {
        if (piece === 4)
          await shop.execute(`update account set is_active = false where username = 'grace'`);
      },
    });
    expect((await shop.run('of-grace', { readFeatures: featureSource }))?.state).toBe('failed');
    expect((await shop.readJob('of-grace')).error).toContain(
      'The job runs as account grace, which is deactivated.',
    );
    expect(await shop.listFiles('of-grace')).toEqual([]);
    expect((await shop.run('of-grace'))?.state).toBe('failed');
    await shop.execute(`update account set is_active = true where username = 'grace'`);
    expect((await shop.run('of-grace'))?.state).toBe('finished');
    expect((await shop.readManifest('of-grace')).runsAs).toBe('grace');
  });
});

describe('the jobs that are due', () => {
  it('all run even if one fails, and a finished job does not run again before it is due', async () => {
    await shop.execute('delete from export_job');
    await shop.createJob('one');
    await shop.createJob('two', { query: 'limit=3' });
    await shop.createJob('three');
    await shop.createJob('later');
    await shop.execute(
      `update export_job set due_at = clock_timestamp() + interval '1 hour' where name = 'later'`,
    );
    const work = shop.createContext({ readFeatures: smallFeatures });
    expect(await runDueJobs(work, 'night')).toEqual({
      isDone: true,
      finished: 2,
      skipped: 0,
      broken: 1,
    });
    expect((await shop.readJob('two')).error).toContain('limit');
    expect(await runDueJobs(work, 'night')).toEqual({
      isDone: true,
      finished: 0,
      skipped: 0,
      broken: 1,
    });
    // A daily job is due an hour early, because schedules start some seconds earlier or later.
    const hours = (Date.parse((await shop.readJob('one')).dueAt) - Date.now()) / 3_600_000;
    expect([hours > 22.9, hours <= 23]).toEqual([true, true]);
  });

  it('include a job that was changed at the end of its last run', async () => {
    await shop.execute('delete from export_job');
    await shop.createJob('changed');
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
    const firstResult = await runDueJobs(shop.createContext({ store }), 'night');
    const secondResult = await runDueJobs(shop.createContext(), 'night');
    expect([firstResult.finished, secondResult.finished]).toEqual([1, 1]);
    expect(await shop.listFiles('changed')).toContain('latest.geojsonl.gz');
  });

  it('are reported as not done until a job that ran out of time has finished', async () => {
    await shop.execute('delete from export_job');
    await shop.createJob('goes-on');
    let timeChecks = 0;
    const contextWithLittleTime = shop.createContext({ hasTimeLeft: () => (timeChecks += 1) <= 3 });
    expect(await runDueJobs(contextWithLittleTime, 'night')).toMatchObject({
      isDone: false,
      finished: 0,
    });
    expect(await runDueJobs(shop.createContext(), 'night')).toMatchObject({
      isDone: true,
      finished: 1,
    });
  });
});
