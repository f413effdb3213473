import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { insertAccount } from '../../../../infra/cli/accounts/queries/accounts.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { takeSample } from '../../../support/random/take-sample.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';
import { runHdsProcess, type Run } from '../command.ts';
import { id, millModel } from '../import/csv/mill-model.ts';

let service: CommandLineService;

beforeAll(async () => {
  service = await openCommandLineService('sample');
  const ann = { email: '', firstName: '', lastName: '', isAdministrator: true, passwordHash: null };
  await runQuery(
    service.stack.dataApi.write,
    insertAccount({ username: 'ann', groups: [], ...ann }),
  );
});

afterAll(async () => service?.close());

const createJob = (name: string, ...options: readonly string[]): Promise<string> =>
  service.outputOf('export-job', 'create', name, '--every', '1d', '--as', 'ann', ...options);

const findExportFolder = (name: string): string => path.join(service.folder, 'exports', name);

const readExportedText = async (name: string): Promise<string> =>
  gunzipSync(await readFile(path.join(findExportFolder(name), 'latest.geojson.gz'))).toString(
    'utf8',
  );

describe('hds export-job', () => {
  it('creates a job, shows it, and writes its file', async () => {
    expect(await createJob('places', '--query', '?precision=4')).toContain('places was created');
    expect(await service.outputOf('export-job', 'list')).toMatch(
      /^places: geojson, every 1d; as ann; not written yet; due /,
    );
    const output = await service.outputOf('export-job', 'run', 'places');
    expect(output).toMatch(/^\d+ features in .*exports\/places\/latest\.geojson\.gz\n$/);
    const { features } = JSON.parse(await readExportedText('places'));
    expect(output).toContain(`${features.length} features`);
    expect(await service.outputOf('export-job', 'run', 'places')).toContain('Nothing has changed');
    expect(await service.outputOf('export-job', 'show', 'places')).toMatch(
      /query: precision=4\n[^]*for: administrators\n[^]*file: places\/.*\n {2}unchanged/,
    );
    expect(await service.outputOf('export-job', 'run', 'places', '--anew')).toContain(
      'features in',
    );
  });

  it('says how many resource instances have no RDF', async () => {
    const record = { resourceinstanceid: id(900), graph_id: millModel.graphid };
    for (const [part, content] of [
      ['graphs', { graph: [millModel] }],
      ['resources', [record]],
    ] as const) {
      const file = path.join(service.folder, `${part}.json`);
      await writeFile(file, JSON.stringify(content));
      await service.outputOf('import', part, file);
    }
    const leftOut = '1 left out because their models have no ontology';
    await createJob('linked', '--format', 'nquads');
    expect(await service.outputOf('export-job', 'run', 'linked')).toMatch(
      new RegExp(String.raw`^\d+ resource instances in .*latest\.nq\.gz; ${leftOut}\n$`),
    );
    expect(await service.outputOf('export-job', 'show', 'linked')).toContain(`, ${leftOut}, `);
    const { error } = await service.run('export', 'rdf', '--as', 'ann');
    expect(error).toContain(` written, ${leftOut}`);
  });

  it('reports all errors in a job at once', async () => {
    const query = 'limit=5&page=2&precision=99&nodegroups=here';
    const readers = ['--for-group', 'Nobody', '--for-account', 'zoe'];
    const words = [
      'export-job',
      'create',
      'wrong',
      '--query',
      query,
      '--every',
      'often',
      ...readers,
    ];
    const { code, error } = await service.run(...words);
    expect(code).toBe(1);
    for (const expected of [
      '--query limit',
      'page',
      'precision',
      'nodegroups',
      '--every',
      '--as',
      'no group Nobody',
      'no account zoe',
    ]) {
      expect(error).toContain(expected);
    }
  });

  it('creates, with `--as anonymous`, a job that runs without an account', async () => {
    await service.outputOf('export-job', 'create', 'open', '--every', '2w', '--as', 'anonymous');
    expect(await service.outputOf('export-job', 'show', 'open')).toMatch(
      /every: 2w\n {2}as: anonymous/,
    );
  });

  it('changes only the given options, and makes the job due at once if its file would differ', async () => {
    await createJob('changes', '--for-group', 'Guest');
    await service.outputOf('export-job', 'run', 'changes');
    const editedInterval = await service.outputOf('export-job', 'edit', 'changes', '--every', '1h');
    expect(editedInterval).not.toContain('due at once');
    expect(await service.outputOf('export-job', 'show', 'changes')).toMatch(
      /every: 1h\n[^]*for: group Guest/,
    );
    const editedQuery = await service.outputOf(
      'export-job',
      'edit',
      'changes',
      '--query',
      'type=Point',
      '--for-account',
      'ann',
    );
    expect(editedQuery).toContain('due at once');
    expect(await service.outputOf('export-job', 'show', 'changes')).toMatch(/for: account ann\n/);
    expect(await service.outputOf('export-job', 'run', 'changes')).toContain('features in');
    await service.outputOf('export-job', 'edit', 'changes', '--for-administrators');
    expect(await service.outputOf('export-job', 'show', 'changes')).toMatch(
      /for: administrators\n/,
    );
  });

  it('deletes a job but not its files', async () => {
    await createJob('goes');
    await service.outputOf('export-job', 'run', 'goes');
    expect(await service.outputOf('export-job', 'delete', 'goes')).toContain('still in');
    expect((await readdir(findExportFolder('goes'))).length).toBe(4);
    const { error } = await service.run('export-job', 'run', 'goes');
    expect(error).toContain('There is no export job goes. There are:');
  });

  it('reports the reason of a failed job: its account is deactivated', async () => {
    await createJob('of-ann');
    const setAccountActive = (isActive: boolean) =>
      service.stack.owner.write(
        rawSql(`update account set is_active = ${isActive} where username = 'ann'`),
      );
    await setAccountActive(false);
    const { code, error } = await service.run('export-job', 'run', 'of-ann');
    await setAccountActive(true);
    expect([code, error]).toEqual([
      1,
      expect.stringContaining('The job runs as account ann, which is deactivated'),
    ]);
    expect(await service.outputOf('export-job', 'list')).toMatch(
      /of-ann: .*failed the last time: The job runs as account ann/,
    );
  });
});

describe('hds export-job run --due', () => {
  const setDue = (isDue: boolean, ...names: readonly string[]) =>
    service.stack.owner.write(
      rawSql(
        `update export_job set due_at = clock_timestamp() + interval '${isDue ? -1 : 1} hour'${names.length > 0 ? ` where name in ('${names.join("', '")}')` : ''}`,
      ),
    );

  it('writes the files of all jobs that are due, and no other files', async () => {
    await service.stack.owner.write(rawSql('delete from export_job'));
    for (const name of ['first', 'second', 'later']) await createJob(name);
    await setDue(false, 'later');
    expect(await service.outputOf('export-job', 'run', '--due')).toBe(
      '2 files written, 0 unchanged\n',
    );
    expect(await readExportedText('second')).toBe(await readExportedText('first'));
    await expect(readExportedText('later')).rejects.toThrow('ENOENT');
    expect(await service.outputOf('export-job', 'run', '--due')).toBe(
      '0 files written, 0 unchanged\n',
    );
    await setDue(true, 'first');
    expect(await service.outputOf('export-job', 'run', '--due')).toBe(
      '0 files written, 1 unchanged\n',
    );
  });

  it('runs the other jobs after a failed job, and ends with exit code 1 and the reason', async () => {
    await service.stack.owner.write(rawSql('delete from export_job'));
    for (const name of ['wrong', 'right']) await createJob(name, '--query', 'precision=2');
    await service.stack.owner.write(
      rawSql(`update export_job set query = 'limit=3' where name = 'wrong'`),
    );
    const { code, error } = await service.run('export-job', 'run', '--due');
    expect(code).toBe(1);
    expect(error).toMatch(/1 file written, 0 unchanged\. These failed:\nwrong: .*limit/);
    expect(await readExportedText('right')).toContain('FeatureCollection');
  });

  it.each([[['export-job', 'run']], [['export-job', 'run', 'first', '--due']]])(
    'fails if a job name and --due are both missing or both given: %s',
    async (words) => {
      const { code, error } = await service.run(...words);
      expect([code, error]).toEqual([1, expect.stringContaining('or --due alone')]);
    },
  );
});

describe('a process that is killed during an export', () => {
  /** Kills `hds` during the Data API call whose statement contains `match`. */
  async function runAndKill(name: string, match: string): Promise<Run> {
    service.stack.server.faults.add({ when: 'before', kind: 'delay', milliseconds: 3000, match });
    const callsBefore = service.stack.server.counters.read().calls;
    const environment = { HDS_DATA_DIR: service.folder };
    const words = ['export-job', 'run', name, '--anew', '--take-over'];
    const killedRun = await runHdsProcess(environment, words, (child) => {
      void (async () => {
        while (!isWaiting()) await wait(20);
        child.kill('SIGKILL');
      })();
    });
    expect(service.stack.server.counters.read().calls).toBeGreaterThan(callsBefore);
    return killedRun;
  }

  /** Whether the delayed call has arrived: then it has used up the fault. */
  const isWaiting = (): boolean => {
    const unusedFault = service.stack.server.faults.take('before', allMatches);
    if (unusedFault !== undefined) service.stack.server.faults.add(unusedFault);
    return unusedFault === undefined;
  };

  const moments = {
    'while it reads features': 'check_account_active',
    'when a part is stored, but not yet recorded in the database': 'insert into export_part',
    'when the whole file is in place, but not yet recorded in the database':
      "set state = 'finished'",
  };
  const allMatches = Object.values(moments).join(' ');

  it.each(takeSample(Object.entries(moments), 1))(
    'leaves a complete file in place, and the next run finishes the export: %s',
    async (moment, match) => {
      const name = `killed-${Object.keys(moments).indexOf(moment)}`;
      await createJob(name, '--query', 'type=GeometryCollection');
      await service.outputOf('export-job', 'run', name);
      const textBefore = await readExportedText(name);
      await createJob(`${name}-unbroken`);
      await service.outputOf('export-job', 'run', `${name}-unbroken`);
      await service.outputOf('export-job', 'edit', name, '--query', '');

      const { code } = await runAndKill(name, match);
      service.stack.server.faults.clear();
      expect(code).toBeNull();
      const expectedText = await readExportedText(`${name}-unbroken`);
      expect(await readExportedText(name)).toBe(
        moment.startsWith('when the whole') ? expectedText : textBefore,
      );
      const { error } = await service.run('export-job', 'run', name);
      expect(error).toContain('Another process works on');
      await service.outputOf('export-job', 'run', name, '--take-over');
      expect(await readExportedText(name)).toBe(expectedText);
      expect(await readdir(path.join(service.folder, 'exports', '.uploads'))).toEqual([]);
    },
  );
});
