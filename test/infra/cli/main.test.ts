import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { lockDataFolder } from '../../../infra/local/data-folder.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { runHdsProcess, runHdsInThisProcess, type Run } from './command.ts';
import { monument, monumentGraph, namedMonument } from './import/monuments.ts';

const unknownId = 'ffffffff-0000-4000-8000-000000000000';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-command-'));
});

afterAll(async () => rm(folder, { recursive: true }));

const writeJsonFile = async (name: string, content: unknown): Promise<string> => {
  const filePath = path.join(folder, name);
  await writeFile(filePath, JSON.stringify(content));
  return filePath;
};

describe('the command line without a database', () => {
  /** Runs a single word as a process of its own, and more words in this process. */
  const run = async (...words: readonly string[]): Promise<Run> => {
    const settings = { HDS_DATA_DIR: path.join(folder, 'untouched') };
    if (words.length === 1) return runHdsProcess(settings, words);
    Object.assign(process.env, settings);
    return runHdsInThisProcess(words);
  };

  it.each([
    [
      ['--help'],
      [
        'import',
        'info',
        'account',
        'group',
        'grant',
        'application',
        'explain-access',
        'migrate',
        '--stage',
      ],
    ],
    [
      ['account', 'create', '--help'],
      ['<username>', '--email', '--group', '--administrator', '--no-password'],
    ],
    [
      ['import', 'package', '--help'],
      ['<directory>', '--dry-run', '--strict', '--report'],
    ],
    [
      ['group', 'defaults', '--help'],
      ['<group>', '<permissions>', 'none'],
    ],
  ])('explains %j without opening a database', async (words, expected) => {
    const { code, out } = await run(...words);
    for (const word of expected) expect(out).toContain(word);
    expect(code).toBe(0);
    expect(existsSync(path.join(folder, 'untouched'))).toBe(false);
  });

  it.each([
    [['unknown'], /unknown command 'unknown'/],
    [
      ['group', 'defaults', 'Guest', 'fly'],
      /Unknown: fly\. Use read, write, delete, history, or none\./,
    ],
    [
      ['grant', 'nodegroup', 'monument/name', 'no_access,read'],
      /no_access cannot be combined with anything else/,
    ],
    [['grant', 'nodegroup', 'monument/name', 'read'], /--account NAME, or --group NAME/],
    [['account', 'create', 'anna', '--password', 'secret'], /unknown option '--password'/],
    [
      ['import', 'activity', 'x.jsonl', '--timezone', 'Mars/Olympus'],
      /Use the name of a time zone such as America\/Chicago\./,
    ],
    [
      // PostgreSQL reads the sign of an offset the other way round.
      ['import', 'activity', 'x.jsonl', '--timezone', '+05:30'],
      /Use the name of a time zone such as America\/Chicago\./,
    ],
    [
      ['import', 'resources', 'x.json', '--report', '/nowhere/at/all'],
      /report cannot be written: .*\/nowhere\/at\/all/,
    ],
  ])('refuses %j with exit code 1', async (words, expected) => {
    const { code, error } = await run(...words);
    expect(error).toMatch(expected);
    expect(code).toBe(1);
  });

  it('reports the name of an invalid setting', async () => {
    const { code, error } = await runHdsProcess({ HDS_LANGUAGE: 'not a language' }, ['info']);
    expect(error).toContain('HDS_LANGUAGE');
    expect(error).not.toContain('    at ');
    expect(code).toBe(1);
  });

  it('reports, if the emulator cannot be reached, which process uses the data folder', async () => {
    const lockedFolder = path.join(folder, 'held');
    const lock = await lockDataFolder(lockedFolder);
    const { code, error } = await runHdsProcess({ HDS_DATA_DIR: lockedFolder }, ['info']);
    expect(error).toContain(`in use by process ${process.pid} on ${hostname()}`);
    expect(error).toContain('HDS_DATA_DIR');
    expect(code).toBe(1);
    await lock.release();
  });
});

describe('the command line while a service is running', () => {
  let stack: TestStack;
  let run: (...words: readonly string[]) => Promise<Run>;

  beforeAll(async () => {
    stack = await openTestStack();
    const lock = await lockDataFolder(path.join(folder, 'running'));
    await lock.publishUrl(stack.server.url);
    process.env['HDS_DATA_DIR'] = lock.directory;
    run = (...words) => runHdsInThisProcess(words);
  });

  afterAll(async () => stack.close());

  it('connects to the emulator whose URL is in the lock file', async () => {
    const { code, out } = await run('migrate');
    expect(out).toBe('The database is up to date.\n');
    expect(code).toBe(0);
  });

  const editLine = JSON.stringify({
    edittype: 'create',
    timestamp: '2020-01-01T00:00:00',
    resourceinstanceid: unknownId,
    resourceclassid: unknownId,
    user_username: 'somebody',
  });

  it('reports in a dry run what an edit log would add to the empty activity stream', async () => {
    const log = path.join(folder, 'edits.jsonl');
    await writeFile(log, `${editLine}\n`);
    const { code, out } = await run(
      'import',
      'activity',
      log,
      '--timezone',
      'Asia/Tokyo',
      '--dry-run',
    );
    expect(out).toContain('Edits: 1 read (1 item); 0 left out\n');
    expect(out).toContain('Changes: 0\n');
    expect(out).toContain('Items by users without an account in this service: 1.');
    expect(code).toBe(0);
  });

  it('imports graphs and resources, and reports the results, and who can read the resources', async () => {
    const graphs = await run(
      'import',
      'graphs',
      await writeJsonFile('graph.json', monumentGraph()),
    );
    expect(graphs).toMatchObject({
      code: 0,
      error: 'Graphs: 1 read; 1 new, 0 changed, 0 unchanged, 0 left out\n',
    });
    expect(graphs.out).toContain('Graphs: 1 read; 1 new, 0 changed, 0 unchanged, 0 left out\n');
    const { code, out, error } = await run(
      'import',
      'resources',
      await writeJsonFile('one.json', [namedMonument(1, 'One')]),
    );
    expect(error).toBe('Resource instances: 1 read (1 tile); 1 new, 0 changed, 0 left out\n');
    expect(out).toContain('Changes: 1\n');
    expect(out).toContain('Who can read: administrators only.');
    expect(out).toContain('hds group defaults Guest read');
    expect(out).toContain('Problems: none\n');
    expect(code).toBe(0);
  });

  it('refuses to import an edit log into an activity stream that has items', async () => {
    const { code, error } = await run('import', 'activity', path.join(folder, 'edits.jsonl'));
    expect(error).toContain('The activity stream already has 1 item');
    expect(code).toBe(1);
  });

  it('ends with exit code 1 if a record was left out, and writes the error to the report', async () => {
    const report = path.join(folder, 'report.jsonl');
    const broken = await writeJsonFile('broken.json', [
      namedMonument(2, 'Two'),
      monument(3, [], { graph_id: unknownId }),
    ]);
    const { code, out } = await run('import', 'resources', broken, '--report', report);
    expect(code).toBe(1);
    expect(out).toContain('Resource instances: 1 read (1 tile); 1 new, 0 changed, 1 left out');
    expect(out).toContain('Problems: 1 error, 0 warnings');
    expect(out).toContain(`error unknown_graph: Graph ${unknownId} is not known.`);
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
      file: broken,
      pointer: '/1',
    });
  });

  it('imports the sound part of a damaged record with --salvage, and ends with exit code 1', async () => {
    const report = path.join(folder, 'salvaged.jsonl');
    const { tiles, resourceinstance } = namedMonument(2, 'Two');
    const [tile] = [tiles].flat();
    const damaged = { ...Object(tile), data: { ...Object(tile)['data'], [unknownId]: 1 } };
    const broken = await writeJsonFile('damaged.json', [{ resourceinstance, tiles: [damaged] }]);
    const { code, out } = await run('import', 'resources', broken, '--salvage', '--report', report);
    expect(code).toBe(1);
    expect(out).toContain('Left out of salvaged records: 0 tiles and 1 value');
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
      code: 'unknown_node',
      pointer: `/0/tiles/0/data/${unknownId}`,
      resourceinstance,
      tiles: [damaged],
    });
    const salvageAndStrict = await run('import', 'resources', broken, '--salvage', '--strict');
    expect(salvageAndStrict.error).toContain(
      "option '--salvage' cannot be used with option '--strict'",
    );
    expect(salvageAndStrict.code).not.toBe(0);
  });

  it('keeps stored proposals with a warning, and replaces them with --replace-proposals', async () => {
    const toFile = async (provisionaledits: unknown): Promise<string> => {
      const { tiles, resourceinstance } = namedMonument(2, 'Two');
      const [tile] = [tiles].flat();
      return writeJsonFile('proposals.json', [
        { resourceinstance, tiles: [{ ...Object(tile), provisionaledits }] },
      ]);
    };
    await run('import', 'resources', await toFile({ 7: { value: {}, status: 'review' } }));
    const file = await toFile(null);
    const kept = await run('import', 'resources', file);
    expect(kept.out).toContain('Changes: 0');
    expect(kept.out).toContain('warning proposals_kept: ');
    expect(kept.code).toBe(0);
    const replaced = await run('import', 'resources', file, '--replace-proposals');
    expect(replaced.out).toContain('Changes: 1');
    expect(replaced.out).toContain('Problems: none');
  });

  it('stops a strict import with exit code 1, and reports the position of the error', async () => {
    const broken = await writeJsonFile('strict.json', [
      monument(3, [], { graph_id: unknownId }),
      namedMonument(4, 'x'),
    ]);
    const { code, out, error } = await run('import', 'resources', broken, '--strict');
    expect(code).toBe(1);
    expect(error).toContain(`hds: ${broken}/0: Graph ${unknownId} is not known.`);
    expect(error).not.toContain('    at ');
    expect(out).toContain('Problems: 1 error');
  });

  it('reports a path that does not exist or is a folder, with exit code 1', async () => {
    const missing = path.join(folder, 'missing.json');
    const { code, out, error } = await run('import', 'resources', missing, folder);
    expect(out).toContain(`${missing} cannot be read: there is no such file`);
    expect(out).toContain(`${folder} cannot be read: it is a folder`);
    expect(error).not.toContain('    at ');
    expect(code).toBe(1);
  });

  it('reports that a folder is not a package, with exit code 1', async () => {
    const { code, error } = await run('import', 'package', path.join(folder, 'missing'));
    expect(error).toContain(`${folder}/missing is not a folder. Give the folder of a package.`);
    expect(code).toBe(1);
  });

  it('sets the defaults of a group, and lists the groups if the name is unknown', async () => {
    expect(await run('group', 'defaults', 'Guest', 'read,write')).toEqual({
      code: 0,
      out: 'Guest may now by default: read, write\n',
      error: '',
    });
    const unknown = await run('group', 'defaults', 'Visitors', 'read');
    expect(unknown.error).toMatch(/There is no group Visitors\. There are: .*Guest/);
    expect(unknown.code).toBe(1);
  });

  it('describes the content of the database', async () => {
    const { code, out } = await run('info');
    expect(code).toBe(0);
    for (const line of [
      /^ {2}Monument \(resource model, [-\da-f]+\): 2 resource instances, 2 tiles, 0 features$/m,
      /^ {4}\S+ \([-\da-f]+\): 2 tiles$/m,
      /^ {2}string: 2 nodes, 2 values$/m,
      /^ {2}0 in all, 0 pending$/m,
      /^ {2}0 labelled concepts, 0 without a label, 0 schemes, 0 collections$/m,
      /^ {2}Who can read: administrators; Guest \(5 of 5 nodegroups\)$/m,
      /^ {2}PostgreSQL \d+(\.\d+)*.*, PostGIS \d\.\d+\.\d+, \d+\.\d MB$/m,
      /^ {2}has all \d+ prepared statements of this version$/m,
    ])
      expect(out).toMatch(line);
  });
});
