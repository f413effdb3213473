import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { updateExportJob } from '../../../infra/cli/export-jobs/queries/export-jobs.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { runDueJobs } from '../../../lib/exports/run-due-jobs.ts';
import { createFakeSource } from './fake-features.ts';
import { openExportWorkshop, smallFeatures, type ExportWorkshop } from './workshop.ts';

let workshop: ExportWorkshop;

beforeAll(async () => {
  workshop = await openExportWorkshop();
});

afterAll(async () => workshop?.close());

describe('the next run of an export', () => {
  const statementsByChange: Readonly<Record<string, string>> = {
    'the activity stream has a new activity': 'update activity_counter set ordinal = ordinal + 1',
    'an import without activities changed data':
      'update activity_counter set imports = imports + 1',
    'a model changed': `update last_change set changed_at = clock_timestamp() where subject = 'model'`,
    'the thesaurus changed': `update last_change set changed_at = clock_timestamp() where subject = 'thesaurus'`,
    'a right changed': `update last_change set changed_at = clock_timestamp() where subject = 'permission'`,
    'a name changed': `update last_change set changed_at = clock_timestamp() where subject = 'names'`,
  };

  it('is skipped if nothing changed, unless startsAgain is set', async () => {
    await workshop.createJob('same');
    await workshop.run('same');
    const files = await workshop.listFiles('same');
    expect((await workshop.run('same'))?.state).toBe('skipped');
    expect(await workshop.listFiles('same')).toEqual(files);
    expect((await workshop.readJob('same')).skippedAt).not.toBeNull();
    expect((await workshop.run('same', {}, { mustStartAgain: true }))?.state).toBe('finished');
  });

  it.each(Object.entries(statementsByChange))(
    'writes a new file if %s',
    async (_why, statement) => {
      await workshop.createJob('same');
      await workshop.run('same');
      expect((await workshop.run('same'))?.state).toBe('skipped');
      await workshop.execute(statement);
      expect((await workshop.run('same'))?.state).toBe('finished');
    },
  );

  it.each([
    ['the base URL changed', { baseUrl: 'https://other.test' }],
    ['the language changed', { language: 'de' }],
  ])('writes a new file if %s', async (_why, changes) => {
    await workshop.createJob('same');
    await workshop.run('same');
    expect((await workshop.run('same'))?.state).toBe('skipped');
    expect((await workshop.run('same', changes))?.state).toBe('finished');
  });

  it.each([
    ['query', { query: 'precision=3' }],
    ['format', { format: 'geojsonseq' }],
    ['principal', { runsAs: 'ada' }],
  ] as const)('writes a new file if the %s of its job changed', async (property, changes) => {
    await workshop.execute(`insert into account (username) values ('ada') on conflict do nothing`);
    const name = `other-${property}`;
    const job = {
      query: '',
      format: 'geojson',
      everyHours: 24,
      runsAs: null,
      readers: { accounts: [], groups: [] },
    } as const;
    await workshop.createJob(name, job);
    await workshop.run(name);
    expect((await workshop.run(name))?.state).toBe('skipped');
    await runQuery(
      workshop.stack.dataApi.write,
      updateExportJob(name, { ...job, ...changes }, true),
    );
    expect((await workshop.run(name))?.state).toBe('finished');
  });
});

describe('a job that is changed during a run', () => {
  it('ends this run with the state lost, and uses its new query in the next run', async () => {
    await workshop.createJob('changed');
    const uploads = await workshop.listUploads();
    const job = {
      query: 'precision=2',
      format: 'geojson',
      everyHours: 24,
      runsAs: null,
      readers: { accounts: [], groups: [] },
    } as const;
    const featureSource = createFakeSource({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async (piece) => {
        if (piece === 3)
          await runQuery(workshop.stack.dataApi.write, updateExportJob('changed', job, true));
      },
    });
    expect((await workshop.run('changed', { readFeatures: featureSource }))?.state).toBe('lost');
    expect((await workshop.run('changed'))?.state).toBe('finished');
    expect((await workshop.readManifest('changed')).query).toBe('precision=2');
    expect(await workshop.listUploads()).toEqual(uploads);
  });
});

describe('the account of a job', () => {
  it('is checked for each piece; if it is deactivated, the run fails with an error that names it', async () => {
    await workshop.execute(`insert into account (username) values ('grace')`);
    await workshop.createJob('of-grace', { runsAs: 'grace' });
    const featureSource = createFakeSource({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async (piece) => {
        if (piece === 4)
          await workshop.execute(`update account set is_active = false where username = 'grace'`);
      },
    });
    expect((await workshop.run('of-grace', { readFeatures: featureSource }))?.state).toBe('failed');
    expect((await workshop.readJob('of-grace')).error).toContain(
      'The job runs as account grace, which is deactivated.',
    );
    expect(await workshop.listFiles('of-grace')).toEqual([]);
    expect((await workshop.run('of-grace'))?.state).toBe('failed');
    await workshop.execute(`update account set is_active = true where username = 'grace'`);
    expect((await workshop.run('of-grace'))?.state).toBe('finished');
    expect((await workshop.readManifest('of-grace')).runsAs).toBe('grace');
  });
});

describe('the jobs that are due', () => {
  it('all run even if one fails, and a finished job does not run again before it is due', async () => {
    await workshop.execute('delete from export_job');
    await workshop.createJob('one');
    await workshop.createJob('two', { query: 'limit=3' });
    await workshop.createJob('three');
    await workshop.createJob('later');
    await workshop.execute(
      `update export_job set due_at = clock_timestamp() + interval '1 hour' where name = 'later'`,
    );
    const context = workshop.createContext({ readFeatures: smallFeatures });
    expect(await runDueJobs(context, 'night')).toEqual({
      isDone: true,
      finished: 2,
      skipped: 0,
      broken: 1,
    });
    expect((await workshop.readJob('two')).error).toContain('limit');
    expect(await runDueJobs(context, 'night')).toEqual({
      isDone: true,
      finished: 0,
      skipped: 0,
      broken: 1,
    });
    // A daily job is due an hour early, because schedules start some seconds earlier or later.
    const hoursUntilDue =
      (Date.parse((await workshop.readJob('one')).dueAt) - Date.now()) / 3_600_000;
    expect([hoursUntilDue > 22.9, hoursUntilDue <= 23]).toEqual([true, true]);
  });

  it('run a job again that was changed while its file was published, and do not count that file as finished', async () => {
    await workshop.execute('delete from export_job');
    await workshop.createJob('changed');
    const store = {
      ...workshop.store,
      putText: async (key: string, text: string) => {
        await workshop.store.putText(key, text);
        if (!key.endsWith('latest.json')) return;
        await workshop.execute(
          'update export_job set revision = revision + 1, format = $$geojsonseq$$',
        );
      },
    };
    const firstResult = await runDueJobs(workshop.createContext({ store }), 'night');
    const secondResult = await runDueJobs(workshop.createContext(), 'night');
    expect([firstResult.finished, secondResult.finished]).toEqual([0, 1]);
    expect(await workshop.listFiles('changed')).toContain('latest.geojsonl.gz');
  });

  it('are reported as not done until a job that ran out of time has finished', async () => {
    await workshop.execute('delete from export_job');
    await workshop.createJob('goes-on');
    let timeChecks = 0;
    const contextWithLittleTime = workshop.createContext({
      hasTimeLeft: () => (timeChecks += 1) <= 3,
    });
    expect(await runDueJobs(contextWithLittleTime, 'night')).toMatchObject({
      isDone: false,
      finished: 0,
    });
    expect(await runDueJobs(workshop.createContext(), 'night')).toMatchObject({
      isDone: true,
      finished: 1,
    });
  });
});
