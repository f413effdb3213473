import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exampleProjectId, restrictedNodegroups } from '../../../infra/local/sample/access.ts';
import {
  fieldProjectBody,
  fieldProjectsBody,
  mobileProjectBody,
} from '../../../lib/http/schemas/mobile-projects.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import { readProblem } from '../../gateway/problem.ts';
import { deactivateTestAccount } from '../../support/accounts.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { cardsOf, createPerson, type Person } from './projects.ts';

let service: TestService;
let manager: Person;
let surveyor: Person;
let volunteer: Person;
let stranger: Person;

const bounds = 'MULTIPOLYGON(((0.1 51.25,2.5 51.25,2.5 53.12345678901234,0.1 51.25)))';
let cards: readonly string[];
let surveyorProject: string;
let volunteersProject: string;
let inactiveProject: string;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  manager = await createPerson(service, 'manager', { groups: ['Mobile Project Administrator'] });
  surveyor = await createPerson(service, 'surveyor', { groups: ['Resource Reviewer'] });
  volunteer = await createPerson(service, 'volunteer', { groups: ['Crowdsource Editor'] });
  stranger = await createPerson(service, 'stranger');
  cards = (await cardsOf(service, 'heritage-place')).slice(0, 3).toReversed();
  const createProject = (project: object) => manager.store('POST', '/mobileprojects', project);
  ({ id: surveyorProject } = await createProject({
    name: 'Barns',
    description: 'All barns of the county',
    active: true,
    startdate: '2026-03-01',
    enddate: '2026-03-31',
    bounds,
    cards,
    users: [surveyor.id],
    groups: [],
    tilecache: 'https://tiles.example/{z}/{x}/{y}.png',
    datadownloadconfig: { count: 1000, custom: null, download: true, resources: [] },
  }));
  ({ id: volunteersProject } = await createProject({ name: 'Mills', active: true, groups: [9] }));
  ({ id: inactiveProject } = await createProject({ name: 'Ash trees', users: [surveyor.id, volunteer.id], groups: [9] })); // prettier-ignore
});

afterAll(async () => service?.close());

const namesOf = async (caller: Person, query = ''): Promise<readonly string[]> =>
  (await caller.list(query)).map(({ name }) => name);

describe('GET /mobileprojects', () => {
  it('returns exactly the fields of the specification', async () => {
    const [, project] = await surveyor.list();
    expect(project).toEqual({
      id: surveyorProject,
      name: 'Barns',
      description: 'All barns of the county',
      active: true,
      startdate: '2026-03-01',
      enddate: '2026-03-31',
      bounds,
      cards,
      createdby_id: manager.id,
      lasteditedby_id: manager.id,
      groups: [],
      users: [surveyor.id],
      tilecache: 'https://tiles.example/{z}/{x}/{y}.png',
      datadownloadconfig: { count: 1000, custom: null, download: true, resources: [] },
    });
  });

  it('lists the projects to which the caller is invited, as a user or through a group, each once', async () => {
    expect(await namesOf(surveyor)).toEqual(['Ash trees', 'Barns']);
    expect(await namesOf(volunteer)).toEqual(['Ash trees', 'Mills']);
  });

  it('is an empty array for an account without projects, and for a manager who is not invited', async () => {
    expect(await stranger.list()).toEqual([]);
    expect(await manager.list()).toEqual([]);
  });

  it('returns `active` as it was set, whatever the dates are, and does not change it', async () => {
    const before = await queryColumn(
      service,
      'select version::text from mobile_project order by 1',
    );
    const active = (await surveyor.list()).map((project) => [project.name, project.active]);
    // Barns is active, although its end date has passed.
    expect(active).toEqual([
      ['Ash trees', false],
      ['Barns', true],
    ]);
    expect(
      await queryColumn(service, 'select version::text from mobile_project order by 1'),
    ).toEqual(before);
  });

  it('leaves out inactive projects with status=active', async () => {
    expect(await namesOf(surveyor, '?status=active')).toEqual(['Barns']);
    expect(await namesOf(surveyor, '?status=all')).toEqual(['Ash trees', 'Barns']);
    expect((await surveyor.sendRequest('/mobileprojects?status=some')).status).toBe(400);
  });

  it('has null for dates and bounds that are not set', async () => {
    const [project] = await surveyor.list();
    expect(project).toMatchObject({ startdate: null, enddate: null, bounds: null, cards: [] });
  });

  it.each(['', '/', `/${nilUuid}`, `/${exampleProjectId}`])(
    'answers 401 to anonymous callers, even if Guest may read: /mobileprojects%s',
    async (path) => {
      const calls = await service.countCalls(async () => {
        const response = await service.fetch(`/mobileprojects${path}`);
        expect(await readProblem(response)).toMatchObject({
          status: 401,
          code: 'authentication_required',
        });
      });
      expect(calls).toBe(0);
    },
  );

  it('returns the same answer with a trailing slash, and makes one Data API call', async () => {
    const plain = await (await surveyor.sendRequest('/mobileprojects')).text();
    expect(await (await surveyor.sendRequest('/mobileprojects/')).text()).toBe(plain);
    expect(await service.countCalls(() => surveyor.list())).toBe(1);
  });

  it('returns bounds that are larger than a row of the Data API', async () => {
    const ring = Array.from({ length: 4000 }, (_, i) => {
      const angle = (i / 4000) * 2 * Math.PI;
      return `${Math.cos(angle)} ${Math.sin(angle)}`;
    });
    const large = `MULTIPOLYGON(((${[...ring, ring[0]].join(',')})))`;
    const project = { name: 'Zodiac', bounds: large, users: [stranger.id] };
    const { id } = await manager.store('POST', '/mobileprojects', project);
    const [found] = await stranger.list();
    expect(found?.bounds).toBe(large);
    expect((await stranger.readProject(id)).bounds).toBe(large);
    await manager.sendRequest(`/mobileprojects/${id}`, { method: 'DELETE' });
  });
});

describe('GET /mobileprojects/{mobile_project_id}', () => {
  it('returns active and inactive projects to invited callers', async () => {
    const [ash, barns] = await surveyor.list();
    expect(await surveyor.readProject(surveyorProject)).toEqual(barns);
    expect(await surveyor.readProject(inactiveProject.toUpperCase())).toEqual(ash);
  });

  it('returns every project to managers of projects', async () => {
    expect((await manager.readProject(volunteersProject)).name).toBe('Mills');
  });

  it('answers callers who are not invited with the same 404 as for an unknown project', async () => {
    const answers = await Promise.all(
      [volunteersProject, nilUuid, 'no-id'].map(async (id) => {
        const { requestId: _, ...problem } = await readProblem(
          await surveyor.sendRequest(`/mobileprojects/${id}`),
        );
        return problem;
      }),
    );
    expect(answers[0]).toMatchObject({ status: 404, code: 'not_found' });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('answers 304 if the ETag is unchanged', async () => {
    const { headers } = await surveyor.sendRequest(`/mobileprojects/${surveyorProject}`);
    const withEtag = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect(
      (await surveyor.sendRequest(`/mobileprojects/${surveyorProject}`, withEtag)).status,
    ).toBe(304);
  });
});

describe('a mobile client', () => {
  /** Sends a request as mobile clients do: with the token only in X-Authorization. */
  const fetchAsMobileClient = (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const token = { 'x-authorization': surveyor.authorization };
    return service.fetch(path, { headers: { ...token, ...headers } });
  };

  it('gets its projects by id if status is empty, with GeoJSON bounds and the models of the cards', async () => {
    for (const query of ['?status', '?status=']) {
      const found = fieldProjectsBody.parse(
        await (await fetchAsMobileClient(`/mobileprojects/${query}`)).json(),
      );
      expect(Object.keys(found).toSorted()).toEqual([inactiveProject, surveyorProject].toSorted());
      const { [surveyorProject]: barns, [inactiveProject]: ash } = found;
      expect(barns).toMatchObject({
        id: surveyorProject,
        active: true,
        startdate: '2026-03-01',
        cards,
        bounds: {
          type: 'MultiPolygon',
          coordinates: [[[[0.1, 51.25], [2.5, 51.25], [2.5, 53.12345678901234], [0.1, 51.25]]]], // prettier-ignore
        },
      });
      expect(barns?.graphs.map(({ name }) => name)).toEqual(['Heritage Place']);
      expect(ash).toMatchObject({ active: false, bounds: null, graphs: [] });
    }
  });

  it('finds in a model all rows that it needs to build forms', async () => {
    const [project] = fieldProjectBody.parse(
      await (await fetchAsMobileClient(`/mobileprojects/${surveyorProject}`)).json(),
    );
    const [graph] = project?.graphs ?? [];
    const formGraph = z.object({
      functions: z.array(z.looseObject({ function_id: z.uuid(), config: z.looseObject({}) })),
      root: z.looseObject({ ontologyclass: z.string() }),
      nodegroups: z.array(z.looseObject({ nodegroupid: z.uuid(), parentnodegroup_id: z.uuid().nullable(), cardinality: z.string() })).min(1), // prettier-ignore
      nodes: z.array(z.looseObject({ nodeid: z.uuid(), name: z.string(), datatype: z.string(), config: z.looseObject({}) })).min(1), // prettier-ignore
      cards: z.array(z.looseObject({ cardid: z.uuid(), nodegroup_id: z.uuid(), name: z.string(), relative_position: z.int() })).min(1), // prettier-ignore
      widgets: z.array(z.looseObject({ card_id: z.uuid(), node_id: z.uuid(), config: z.looseObject({ placeholder: z.string().optional() }) })).min(1), // prettier-ignore
    });
    const rows = formGraph.parse(graph);
    expect(rows.cards.map(({ cardid }) => cardid)).toEqual(expect.arrayContaining([...cards]));
    const name = {
      nodegroup_id: expect.any(String),
      string_template: expect.stringContaining('<'),
    };
    expect(rows.functions).toContainEqual(
      expect.objectContaining({ config: expect.objectContaining({ name }) }),
    );
  });

  it('gets a single project in a list, while a client that sends Authorization gets the project itself', async () => {
    const singleAnswer = await fetchAsMobileClient(`/mobileprojects/${surveyorProject}`);
    expect(await singleAnswer.json()).toHaveLength(1);
    const version = /^"(\d+)-/;
    const [, listVersion] = version.exec(singleAnswer.headers.get('etag') ?? '') ?? [];
    expect(listVersion).toMatch(/^\d+$/);
    const plain = await surveyor.sendRequest(`/mobileprojects/${surveyorProject}`);
    expect(version.exec(plain.headers.get('etag') ?? '')?.[1]).toBe(listVersion);
    expect(singleAnswer.headers.get('vary')).toMatch(
      /Authorization.*X-Authorization|X-Authorization.*Authorization/,
    );
    expect(singleAnswer.headers.get('vary')).toContain('Accept-Language');
    const { authorization } = surveyor;
    const answerToBoth = await fetchAsMobileClient(`/mobileprojects/${surveyorProject}`, {
      authorization,
    });
    expect(mobileProjectBody.parse(await answerToBoth.json()).id).toBe(surveyorProject);
    expect((await fetchAsMobileClient(`/mobileprojects/${nilUuid}`)).status).toBe(404);
  });

  it('is answered with one Data API call, and with 304 if the ETag is unchanged', async () => {
    expect(await service.countCalls(() => fetchAsMobileClient('/mobileprojects/?status'))).toBe(1);
    const tag = (await fetchAsMobileClient('/mobileprojects/?status')).headers.get('etag') ?? '';
    expect(
      (await fetchAsMobileClient('/mobileprojects/?status', { 'if-none-match': tag })).status,
    ).toBe(304);
  });
});

describe('a mobile project', () => {
  it('lists only cards of readable nodegroups, but for managers of projects all cards', async () => {
    const [card = ''] = await queryColumn(
      service,
      `select card_id::text from card where nodegroup_id = '${restrictedNodegroups[0]}'`,
    );
    const { id } = await manager.store('POST', '/mobileprojects', {
      name: 'Risks',
      cards: [card, ...cards],
      users: [volunteer.id],
    });
    expect((await manager.readProject(id)).cards).toEqual([card, ...cards]);
    expect((await volunteer.readProject(id)).cards).toEqual([card, ...cards]);
    await runStatement(
      service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access) values ('${restrictedNodegroups[0]}', 9, true)`,
    );
    expect((await volunteer.readProject(id)).cards).toEqual(cards);
    await manager.sendRequest(`/mobileprojects/${id}`, { method: 'DELETE' });
  });

  it('disappears from the list as soon as the account leaves the group or is deactivated', async () => {
    const member = await createPerson(service, 'member', { groups: ['Crowdsource Editor'] });
    expect(await namesOf(member)).toEqual(['Ash trees', 'Mills']);
    await runStatement(service, `delete from group_member where account_id = ${member.id}`);
    expect(await member.list()).toEqual([]);
    await deactivateTestAccount(service, member.id);
    expect((await member.sendRequest('/mobileprojects')).status).toBe(401);
  });

  it('stays if accounts, groups or cards that it names are deleted', async () => {
    const founder = await createPerson(service, 'founder', {
      groups: ['Mobile Project Administrator'],
    });
    await runStatement(
      service,
      "insert into account_group (account_group_id, name) values (77, 'Walkers')",
    );
    const { id } = await founder.store('POST', '/mobileprojects', {
      name: 'Paths',
      users: [founder.id, surveyor.id],
      groups: [77],
      cards,
    });
    await runStatement(service, `delete from account where account_id = ${founder.id}`);
    await runStatement(service, 'delete from account_group where account_group_id = 77');
    await runStatement(service, `delete from card where card_id = '${cards[1]}'`);
    expect(await manager.readProject(id)).toMatchObject({
      createdby_id: null,
      lasteditedby_id: null,
      users: [surveyor.id],
      groups: [],
      cards: [cards[0], cards[2]],
    });
  });
});
