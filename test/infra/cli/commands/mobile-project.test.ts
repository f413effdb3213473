import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { nilUuid } from '../../../../lib/model/ids.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';

let service: CommandLineService;
let folder: string;

const namesCard = 'fd31ad77-2494-558e-a9a2-898a033b2793';
const placeTypeCard = 'a08235a7-7761-564b-8d12-d045d7eba88e';
const area = { type: 'Polygon', coordinates: [[[0, 0], [2, 0], [2, 2], [0, 0]]] }; // prettier-ignore
const areaText = 'MULTIPOLYGON(((0 0,2 0,2 2,0 0)))';

beforeAll(async () => {
  service = await openCommandLineService('sample');
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-projects-'));
  await service.outputOf('account', 'create', 'anna', '--no-password');
  await service.outputOf('account', 'create', 'bert', '--no-password');
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const runProjectCommand = (...words: readonly string[]) =>
  service.outputOf('mobile-project', ...words);

async function writeJsonFile(content: unknown): Promise<string> {
  const name = path.join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(name, typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

async function readListLine(name: string): Promise<string> {
  const lines = (await runProjectCommand('list')).split('\n');
  return lines.find((line) => line.startsWith(`${name} (`)) ?? 'none';
}

/** Reads what `mobile-project list` does not show of a project. */
async function readStoredProject(name: string): Promise<unknown> {
  const [[row] = []] = await service.rows(`select jsonb_build_object(
  'bounds', st_astext(p.bounds),
  'cards', (
    select jsonb_agg(c.card_id order by c.position)
    from mobile_project_card c
    where c.mobile_project_id = p.mobile_project_id
  ),
  'createdBy', (select a.username from account a where a.account_id = p.created_by),
  'config', p.download_config
)::text
from mobile_project p
where p.name = '${name}'`);
  return JSON.parse(String(row));
}

describe('hds mobile-project', () => {
  it('creates a project, and reports that nobody is invited yet', async () => {
    const output = await runProjectCommand('create', 'Barns', '--card', placeTypeCard, '--card', namesCard, '--from', '2026-03-01', '--until', '2026-10-31', '--bounds', areaText); // prettier-ignore
    expect(output).toMatch(
      /^Mobile project Barns was created: [\da-f-]{36}\nNobody is invited yet/,
    );
    expect(await readListLine('Barns')).toMatch(
      /: not active; from 2026-03-01; until 2026-10-31; 2 cards; for nobody$/,
    );
    expect(await readStoredProject('Barns')).toMatchObject({
      bounds: areaText,
      cards: [placeTypeCard, namesCard],
      createdBy: null,
    });
  });

  it('adds accounts and groups to those that are invited already', async () => {
    expect(await runProjectCommand('invite', 'Barns', '--account', 'anna')).toBe(
      'These accounts and groups are invited to Barns now.\n',
    );
    await runProjectCommand(
      'invite',
      'Barns',
      '--account',
      'bert',
      '--group',
      'Crowdsource Editor',
    );
    expect(await readListLine('Barns')).toMatch(
      /; for account anna, account bert, group Crowdsource Editor$/,
    );
    expect(await runProjectCommand('invite', 'Barns', '--account', 'anna')).toContain('already');
  });

  it('changes the given options and nothing else', async () => {
    await runProjectCommand(
      'edit',
      'Barns',
      '--active',
      '--until',
      '',
      '--account',
      'anna',
      '--name',
      'Old barns',
    );
    expect(await readListLine('Old barns')).toMatch(
      /: active; from 2026-03-01; 2 cards; for account anna, group Crowdsource Editor$/,
    );
    const collection = {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: null }],
    };
    await runProjectCommand(
      'edit',
      'Old barns',
      '--no-active',
      '--bounds-file',
      await writeJsonFile(collection),
    );
    expect(await readListLine('Old barns')).toContain(
      'not active; from 2026-03-01; 2 cards; no bounds;',
    );
    expect(await runProjectCommand('edit', 'Old barns', '--no-active')).toContain('is unchanged');
  });

  it('reports all errors at once, and changes nothing', async () => {
    const { code, error } = await service.run('mobile-project', 'edit', 'Old barns', '--from', 'soon', '--bounds', 'POINT (1 1)', '--card', nilUuid); // prettier-ignore
    expect(code).toBe(1);
    expect(error).toContain('startdate: must be a date');
    expect(error).toContain('bounds: must be an area');
    expect(error).toContain(`cards: there is no card ${nilUuid}.`);
    expect(await readListLine('Old barns')).toContain('from 2026-03-01');
  });

  it('refuses an area both as text and as a file', async () => {
    const { code, error } = await service.run('mobile-project', 'edit', 'Old barns', '--bounds', areaText, '--bounds-file', await writeJsonFile(area)); // prettier-ignore
    expect(code).toBe(1);
    expect(error).toContain('cannot be used with option');
  });

  it('refuses an unknown project, account or group, and a name that another project has', async () => {
    const readError = async (...words: readonly string[]) =>
      (await service.run('mobile-project', ...words)).error;
    expect(await readError('edit', 'Ash', '--active')).toContain('There are: Old barns, Stones of');
    expect(await readError('invite', 'Old barns', '--account', 'eve')).toContain('no account eve');
    expect(await readError('invite', 'Old barns', '--group', 'Eves')).toContain('no group Eves');
    expect(await readError('invite', 'Old barns')).toContain('--account or --group');
    expect(await readError('create', 'Old barns')).toContain('already');
  });
});

describe('hds mobile-project import', () => {
  /** A project as existing platforms export it, with properties that this service ignores. */
  const exportedProject = {
    id: 'D5DA9B79-9E65-4E63-A9A5-1A5C2D2D4C11',
    name: 'Elsewhere',
    description: 'Brought from elsewhere',
    active: true,
    startdate: '2018-02-28',
    enddate: null,
    bounds: { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: area }] }, // prettier-ignore
    cards: [namesCard, nilUuid, placeTypeCard],
    createdby_id: null,
    lasteditedby_id: 4000,
    groups: [9, 'Nobody'],
    users: ['anna', 5000],
    tilecache: '',
    onlinebasemaps: { default: 'mapbox://styles/streets' },
    datadownloadconfig: { count: 1000, custom: null, download: false, resources: [] },
    graphs: [],
  };

  it('imports one project with its id, and reports what was left out', async () => {
    const output = await runProjectCommand('import', await writeJsonFile(exportedProject));
    expect(output.split('\n')).toEqual([
      'Mobile projects: 1 read; 1 written, 0 unchanged, 0 not imported',
      'Elsewhere, written: left out: there is no account 5000.',
      'Elsewhere, written: left out: there is no account 4000.',
      'Elsewhere, written: left out: there is no group Nobody.',
      `Elsewhere, written: left out: there is no card ${nilUuid}.`,
      '',
    ]);
    expect(await readListLine('Elsewhere')).toBe(
      `Elsewhere (${exportedProject.id.toLowerCase()}): active; from 2018-02-28; 2 cards; for account anna, group Crowdsource Editor`,
    );
    expect(await readStoredProject('Elsewhere')).toEqual({
      bounds: areaText,
      cards: [namesCard, placeTypeCard],
      createdBy: null,
      config: exportedProject.datadownloadconfig,
    });
  });

  it('changes nothing when it is repeated', async () => {
    const before = await service.rows(
      'select mobile_project_id::text, version::text from mobile_project',
    );
    const repeatedOutput = await runProjectCommand(
      'import',
      await writeJsonFile([exportedProject]),
    );
    expect(repeatedOutput).toContain('1 read; 0 written, 1 unchanged, 0 not imported');
    const bounds = `SRID=4326;${areaText}`;
    expect(
      await runProjectCommand('import', await writeJsonFile([{ ...exportedProject, bounds }])),
    ).toContain('1 unchanged');
    expect(
      await service.rows('select mobile_project_id::text, version::text from mobile_project'),
    ).toEqual(before);
  });

  it('imports the creator of a project', async () => {
    await runProjectCommand(
      'import',
      await writeJsonFile({ name: 'Of bert', createdby_id: 'bert' }),
    );
    expect(await readStoredProject('Of bert')).toMatchObject({ createdBy: 'bert' });
  });

  it('gives a project without an id the same id in every import', async () => {
    await runProjectCommand('import', await writeJsonFile({ name: 'Without id', active: false }));
    const repeatedOutput = await runProjectCommand(
      'import',
      await writeJsonFile({ name: 'Without id', active: true }),
    );
    expect(repeatedOutput).toContain('1 written');
    expect((await runProjectCommand('list')).match(/^Without id/gm)).toHaveLength(1);
  });

  it('imports the valid projects of a list, and ends with exit code 1 if one is invalid', async () => {
    const list = [{ name: 'Good' }, { name: 'Bad', startdate: 'soon', enddate: 7 }, 'no project'];
    const { code, out } = await service.run('mobile-project', 'import', await writeJsonFile(list));
    expect(code).toBe(1);
    expect(out).toContain('3 read; 1 written, 0 unchanged, 2 not imported');
    expect(out).toContain('Bad, not imported: startdate: must be a date');
    expect(out).toContain('Bad, not imported: enddate: must be a date');
    expect(out).toContain('a project without a name, not imported:');
    expect(await readListLine('Good')).not.toBe('none');
    expect(await readListLine('Bad')).toBe('none');
  });

  it('leaves out a project that repeats a member, and names the pointer of the second one', async () => {
    const file = path.join(folder, 'repeated.json');
    await writeFile(file, '[{"name":"Single"},{"name":"Double","cards":["a"],"cards":[]}]');
    const { code, out } = await service.run('mobile-project', 'import', file);
    expect(code).toBe(1);
    expect(out).toContain('2 read; 1 written, 0 unchanged, 1 not imported');
    expect(out).toContain('Double, not imported: /1/cards: The member "cards" occurs twice');
    expect(await readListLine('Double')).toBe('none');
    await writeFile(file, '{"name":"Double","name":"Twice"}');
    expect((await service.run('mobile-project', 'import', file)).out).toContain('/name: ');
  });

  it('reports a file that is not JSON, or does not exist', async () => {
    const { error } = await service.run('mobile-project', 'import', await writeJsonFile('{'));
    expect(error).toContain('The file is not JSON');
    const missing = path.join(folder, 'missing.json');
    expect((await service.run('mobile-project', 'import', missing)).error).toContain(
      'no such file',
    );
  });
});

describe('hds import of a model', () => {
  it('keeps the lists of cards of mobile projects if these cards still exist', async () => {
    const model = 'infra/local/sample/package/graphs/resource_models/heritage-place.json';
    const before = await service.rows('select * from mobile_project_card order by 1, 3');
    await service.rows("update graph set publication_id = gen_random_uuid() where slug = 'heritage-place' returning 1"); // prettier-ignore
    await service.outputOf('import', 'graphs', model);
    expect(before.length).toBeGreaterThan(5);
    expect(await service.rows('select * from mobile_project_card order by 1, 3')).toEqual(before);
  });
});
