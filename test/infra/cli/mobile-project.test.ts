import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { nilUuid } from '../../../lib/model/ids.ts';
import { openBesideService, type BesideService } from './beside-service.ts';

let service: BesideService;
let folder: string;

const names = 'fd31ad77-2494-558e-a9a2-898a033b2793';
const typeOfPlace = 'a08235a7-7761-564b-8d12-d045d7eba88e';
const square = { type: 'Polygon', coordinates: [[[0, 0], [2, 0], [2, 2], [0, 0]]] }; // prettier-ignore
const squareText = 'MULTIPOLYGON(((0 0,2 0,2 2,0 0)))';

beforeAll(async () => {
  service = await openBesideService('sample');
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-projects-'));
  await service.said('account', 'create', 'anna', '--no-password');
  await service.said('account', 'create', 'bert', '--no-password');
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const hds = (...words: readonly string[]) => service.said('mobile-project', ...words);

async function file(content: unknown): Promise<string> {
  const name = path.join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(name, typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

async function lineOf(name: string): Promise<string> {
  const lines = (await hds('list')).split('\n');
  return lines.find((line) => line.startsWith(`${name} (`)) ?? 'none';
}

/** The columns of a project that lists do not show. */
async function stored(name: string): Promise<unknown> {
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
  it('creates a project, and reports if nobody is invited', async () => {
    const said = await hds('create', 'Barns', '--card', typeOfPlace, '--card', names, '--from', '2026-03-01', '--until', '2026-10-31', '--bounds', squareText); // prettier-ignore
    expect(said).toMatch(/^Mobile project Barns was made: [\da-f-]{36}\nNobody is invited yet/);
    expect(await lineOf('Barns')).toMatch(
      /: not active; from 2026-03-01; until 2026-10-31; 2 cards; for nobody$/,
    );
    expect(await stored('Barns')).toMatchObject({
      bounds: squareText,
      cards: [typeOfPlace, names],
      createdBy: null,
    });
  });

  it('adds accounts and groups to the invited ones', async () => {
    expect(await hds('invite', 'Barns', '--account', 'anna')).toBe(
      'They are invited to Barns now.\n',
    );
    await hds('invite', 'Barns', '--account', 'bert', '--group', 'Crowdsource Editor');
    expect(await lineOf('Barns')).toMatch(
      /; for account anna, account bert, group Crowdsource Editor$/,
    );
    expect(await hds('invite', 'Barns', '--account', 'anna')).toContain('already');
  });

  it('changes the given options and nothing else', async () => {
    await hds(
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
    expect(await lineOf('Old barns')).toMatch(
      /: active; from 2026-03-01; 2 cards; for account anna, group Crowdsource Editor$/,
    );
    const collection = {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: null }],
    };
    await hds('edit', 'Old barns', '--no-active', '--bounds-file', await file(collection));
    expect(await lineOf('Old barns')).toContain('not active; from 2026-03-01; 2 cards; no bounds;');
    expect(await hds('edit', 'Old barns', '--no-active')).toContain('is unchanged');
  });

  it('reports all errors at once, and changes nothing', async () => {
    const { code, error } = await service.run('mobile-project', 'edit', 'Old barns', '--from', 'soon', '--bounds', 'POINT (1 1)', '--card', nilUuid); // prettier-ignore
    expect(code).toBe(1);
    expect(error).toContain('startdate: must be a day');
    expect(error).toContain('bounds: must be an area');
    expect(error).toContain(`cards: there is no card ${nilUuid}.`);
    expect(await lineOf('Old barns')).toContain('from 2026-03-01');
  });

  it('lists the possible values for an unknown graph, node or project', async () => {
    const refused = async (...words: readonly string[]) =>
      (await service.run('mobile-project', ...words)).error;
    expect(await refused('edit', 'Ash', '--active')).toContain('There are: Old barns, Stones of');
    expect(await refused('invite', 'Old barns', '--account', 'eve')).toContain('no account eve');
    expect(await refused('invite', 'Old barns', '--group', 'Eves')).toContain('no group Eves');
    expect(await refused('invite', 'Old barns')).toContain('--account or --group');
    expect(await refused('create', 'Old barns')).toContain('already');
  });
});

describe('hds mobile-project import', () => {
  /** A project as existing platforms export it, with members that only their own clients use. */
  const exported = {
    id: 'D5DA9B79-9E65-4E63-A9A5-1A5C2D2D4C11',
    name: 'Elsewhere',
    description: 'Brought from elsewhere',
    active: true,
    startdate: '2018-02-28',
    enddate: null,
    bounds: { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: square }] }, // prettier-ignore
    cards: [names, nilUuid, typeOfPlace],
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
    const said = await hds('import', await file(exported));
    expect(said.split('\n')).toEqual([
      'Mobile projects: 1 read; 1 written, 0 unchanged, 0 not imported',
      'Elsewhere, written: left out: there is no account 5000.',
      'Elsewhere, written: left out: there is no account 4000.',
      'Elsewhere, written: left out: there is no group Nobody.',
      `Elsewhere, written: left out: there is no card ${nilUuid}.`,
      '',
    ]);
    expect(await lineOf('Elsewhere')).toBe(
      `Elsewhere (${exported.id.toLowerCase()}): active; from 2018-02-28; 2 cards; for account anna, group Crowdsource Editor`,
    );
    expect(await stored('Elsewhere')).toEqual({
      bounds: squareText,
      cards: [names, typeOfPlace],
      createdBy: null,
      config: exported.datadownloadconfig,
    });
  });

  it('changes nothing when it is repeated', async () => {
    const before = await service.rows(
      'select mobile_project_id::text, version::text from mobile_project',
    );
    const again = await hds('import', await file([exported]));
    expect(again).toContain('1 read; 0 written, 1 unchanged, 0 not imported');
    const bounds = `SRID=4326;${squareText}`;
    expect(await hds('import', await file([{ ...exported, bounds }]))).toContain('1 unchanged');
    expect(
      await service.rows('select mobile_project_id::text, version::text from mobile_project'),
    ).toEqual(before);
  });

  it('keeps the creator of a project', async () => {
    await hds('import', await file({ name: 'Of bert', createdby_id: 'bert' }));
    expect(await stored('Of bert')).toMatchObject({ createdBy: 'bert' });
  });

  it('gives a project without an id the same id in every import', async () => {
    await hds('import', await file({ name: 'Nameless', active: false }));
    const again = await hds('import', await file({ name: 'Nameless', active: true }));
    expect(again).toContain('1 written');
    expect((await hds('list')).match(/^Nameless/gm)).toHaveLength(1);
  });

  it('imports the valid projects of a list, and ends with exit code 1 if one is invalid', async () => {
    const list = [{ name: 'Good' }, { name: 'Bad', startdate: 'soon', enddate: 7 }, 'no project'];
    const { code, out } = await service.run('mobile-project', 'import', await file(list));
    expect(code).toBe(1);
    expect(out).toContain('3 read; 1 written, 0 unchanged, 2 not imported');
    expect(out).toContain('Bad, not imported: startdate: must be a day');
    expect(out).toContain('Bad, not imported: enddate: must be a day');
    expect(out).toContain('a project without a name, not imported:');
    expect(await lineOf('Good')).not.toBe('none');
    expect(await lineOf('Bad')).toBe('none');
  });

  it('reports a file that is not JSON, or does not exist', async () => {
    const { error } = await service.run('mobile-project', 'import', await file('{'));
    expect(error).toContain('The file is not JSON');
    const missing = path.join(folder, 'missing.json');
    expect((await service.run('mobile-project', 'import', missing)).error).toContain(
      'no such file',
    );
  });
});

describe('hds import of a model', () => {
  it('does not change the card lists of projects if their cards still exist', async () => {
    const model = 'infra/local/sample/package/graphs/resource_models/heritage-place.json';
    const before = await service.rows('select * from mobile_project_card order by 1, 3');
    await service.rows("update graph set publication_id = gen_random_uuid() where slug = 'heritage-place' returning 1"); // prettier-ignore
    await service.said('import', 'graphs', model);
    expect(before.length).toBeGreaterThan(5);
    expect(await service.rows('select * from mobile_project_card order by 1, 3')).toEqual(before);
  });
});
