import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { runQuery } from '../../../lib/data-api/query.ts';
import { mobileProjectBody } from '../../../lib/http/schemas/mobile-projects.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import { findProjectSource } from '../../../lib/queries/mobile-projects/project-to-change.ts';
import { readProblem } from '../../gateway/problem.ts';
import { queryColumn, openSampleService } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';
import {
  cardsOf,
  createPerson,
  readErrorPointers,
  type Person,
  type RequestParts,
} from './projects.ts';

let service: TestService;
let manager: Person;
let administrator: Person;
let surveyor: Person;
let cards: readonly string[];

const area = 'MULTIPOLYGON(((0 0,2 0,2 2,0 0)))';

beforeAll(async () => {
  service = await openSampleService();
  manager = await createPerson(service, 'manager', { groups: ['Mobile Project Administrator'] });
  administrator = await createPerson(service, 'administrator', { isAdministrator: true });
  surveyor = await createPerson(service, 'surveyor', { groups: ['Application Administrator'] });
  cards = await cardsOf(service, 'heritage-place');
});

afterEach(() => service.stack.server.faults.clear());
afterAll(async () => service?.close());

const create = (body: unknown, caller = manager, parts: RequestParts = {}) =>
  caller.sendRequest('/mobileprojects', { method: 'POST', body, ...parts });
const put = (id: string, body: unknown, caller = manager, headers = {}) =>
  caller.sendRequest(`/mobileprojects/${id}`, { method: 'PUT', body, headers });
const remove = (id: string, caller = manager, headers = {}) =>
  caller.sendRequest(`/mobileprojects/${id}`, { method: 'DELETE', headers });
const createProject = (fields: object = {}) =>
  manager.store('POST', '/mobileprojects', { name: 'Survey', ...fields });

describe('POST /mobileprojects', () => {
  it('creates a project, with its URI in Location and its creator in the body', async () => {
    const response = await create({ name: 'Barns' }, administrator);
    const project = mobileProjectBody.parse(await response.json());
    expect(response.status).toBe(201);
    expect(project).toMatchObject({
      name: 'Barns',
      description: '',
      active: false,
      startdate: null,
      enddate: null,
      bounds: null,
      cards: [],
      createdby_id: administrator.id,
      lasteditedby_id: administrator.id,
      groups: [],
      users: [],
      tilecache: '',
      datadownloadconfig: { count: 100, custom: null, download: false, resources: [] },
    });
    expect(response.headers.get('location')).toBe(`${baseUrl}/mobileprojects/${project.id}`);
    expect(await manager.readProject(project.id)).toEqual(project);
  });

  it('accepts an id in the body, and refuses it with 409 if it is used', async () => {
    const id = crypto.randomUUID();
    expect(await createProject({ id })).toMatchObject({ id });
    const secondAnswer = await create({ id, name: 'Another' });
    expect(await readProblem(secondAnswer)).toMatchObject({ status: 409, code: 'conflict' });
    expect((await manager.readProject(id)).name).toBe('Survey');
  });

  it.each([
    ['well-known text', 'POLYGON ((0 0, 2 0, 2 2, 0 0))'],
    ['well-known text with its reference system', `SRID=4326;${area}`],
    ['a FeatureCollection', { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[0, 0], [2, 0], [2, 2], [0, 0]]] } }] }], // prettier-ignore
  ])('accepts bounds as %s, and returns them as well-known text', async (_, bounds) => {
    expect((await createProject({ bounds })).bounds).toBe(area);
  });

  it('merges overlapping areas into one', async () => {
    const { bounds } = await createProject({
      bounds: 'GEOMETRYCOLLECTION(POLYGON((0 0,2 0,2 2,0 2,0 0)),POLYGON((1 0,3 0,3 2,1 2,1 0)))',
    });
    const [size, polygons] = await queryColumn(
      service,
      `select unnest(array[st_area(g), st_numgeometries(g)])::text from (select st_geomfromtext('${bounds}') as g) b`,
    );
    expect([size, polygons]).toEqual(['6', '1']);
  });

  it('keeps every digit of the numbers in datadownloadconfig', async () => {
    const response = await create(
      '{"name":"Digits","datadownloadconfig":{"count":5,"custom":{"a":12345678901234567890.10},"download":false,"resources":[1.0]}}',
    );
    const text = await response.text();
    expect(text).toContain('"custom":{"a":12345678901234567890.10}');
    expect(text).toContain('"resources":[1.0]');
  });

  it('reads the geometry of bounds only for accounts that may change projects', async () => {
    const readSource = (accountId: number) =>
      runQuery(service.stack.dataApi.read, findProjectSource(accountId, nilUuid, { bounds: area }));
    expect(await readSource(surveyor.id)).toMatchObject({ manages: false, bounds: null });
    expect(await readSource(manager.id)).toMatchObject({ manages: true, bounds: area });
  });

  it('lists all errors at once, with pointers', async () => {
    const response = await create({
      name: ' ',
      description: 7,
      active: 'yes',
      startdate: '2026-02-30',
      enddate: 'soon',
      bounds: 'POLYGON((0 0,1 1))',
      cards: [cards[0], nilUuid, 'x'],
      groups: [4000],
      users: [surveyor.id, 5000],
      datadownloadconfig: { count: -1, downlod: true },
      colour: 'blue',
    });
    expect(await readErrorPointers(response)).toEqual([
      '/name',
      '/description',
      '/active',
      '/startdate',
      '/enddate',
      '/bounds',
      '/cards/2',
      '/datadownloadconfig/count',
      '/datadownloadconfig/downlod',
      '/colour',
      '/users/1',
      '/groups/0',
    ]);
  });

  it.each([
    ['no name', {}, ['/name']],
    [
      'an end before its start',
      { name: 'A', startdate: '2026-02-01', enddate: '2026-01-31' },
      ['/enddate'],
    ],
    [
      'bounds that cross themselves',
      { name: 'A', bounds: 'POLYGON((0 0,2 2,2 0,0 2,0 0))' },
      ['/bounds'],
    ],
    ['bounds without a size', { name: 'A', bounds: 'POLYGON((0 0,0 0,0 0,0 0))' }, ['/bounds']],
    ['an unknown card', { name: 'A', cards: [nilUuid] }, ['/cards/0']],
    ['an id that is not a UUID', { name: 'A', id: '7' }, ['/id']],
    [
      'a text that cannot be stored',
      { name: 'A\u0000', tilecache: '\ud800' },
      ['/name', '/tilecache'],
    ],
    ['a list as body', [], ['']],
  ])('refuses a project with %s', async (_, body, pointers) => {
    expect(await readErrorPointers(await create(body))).toEqual(pointers);
  });

  it('refuses a number that is too large for the database, and a body that is too long', async () => {
    const config = '{"name":"A","datadownloadconfig":{"count":1,"custom":1e200000}}';
    expect(await readErrorPointers(await create(config))).toEqual(['/datadownloadconfig/custom']);
    const large = await create({ name: 'A', custom: 'x'.repeat(5_000_000) });
    expect((await readProblem(large)).status).toBe(413);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'refuses a body of type %s with 415',
    async (type) => {
      const parts = { headers: { 'content-type': type } };
      expect(await readProblem(await create('{"name":"A"}', manager, parts))).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
    },
  );

  it('is refused with 403 for accounts that do not manage projects, before the body is checked', async () => {
    for (const body of [{ name: 'A' }, { users: [5000] }]) {
      const response = await create(body, surveyor);
      expect(await readProblem(response)).toMatchObject({ status: 403, code: 'not_allowed' });
    }
  });

  it('makes two Data API calls, and one if the body is invalid', async () => {
    expect(await service.countCalls(() => createProject())).toBe(2);
    expect(await service.countCalls(() => create({}))).toBe(1);
  });
});

describe('PUT /mobileprojects/{mobile_project_id}', () => {
  it('changes the fields that are sent, and leaves the others unchanged', async () => {
    const allFields = {
      description: 'All of them',
      active: true,
      startdate: '2026-01-01',
      enddate: '2026-12-31',
      bounds: area,
      cards: cards.slice(0, 3),
      groups: [2, 3],
      users: [surveyor.id],
      tilecache: 'tiles',
      datadownloadconfig: { count: 7, custom: { a: 1 }, download: true, resources: ['x'] },
    };
    const before = await createProject(allFields);
    for (const change of [
      { name: 'Another name' },
      { active: false },
      { cards: cards.slice(1, 4).toReversed() },
      { users: [], groups: [2] },
      { enddate: null },
      { bounds: null, tilecache: '' },
      { datadownloadconfig: { count: 8 } },
    ]) {
      const stored = await manager.readProject(before.id);
      const after = await administrator.store('PUT', `/mobileprojects/${before.id}`, change);
      const config = { custom: null, download: false, resources: [] };
      expect(after).toEqual({
        ...stored,
        ...change,
        ...('datadownloadconfig' in change && { datadownloadconfig: { count: 8, ...config } }),
        lasteditedby_id: administrator.id,
      });
      expect(await manager.readProject(before.id)).toEqual(after);
    }
  });

  it('stores nothing if the project is sent back as it was read', async () => {
    const { id } = await createProject({ bounds: area, cards, users: [surveyor.id], active: true });
    const project = await manager.readProject(id);
    const versionOf = () =>
      queryColumn(
        service,
        `select version::text from mobile_project where mobile_project_id = '${id}'`,
      );
    const version = await versionOf();
    expect(await administrator.store('PUT', `/mobileprojects/${id}`, project)).toEqual(project);
    expect(await versionOf()).toEqual(version);
  });

  it('checks a sent date against the stored date', async () => {
    const { id } = await createProject({ startdate: '2026-05-01' });
    expect(await readErrorPointers(await put(id, { enddate: '2026-04-30' }))).toEqual(['/enddate']);
    expect((await put(id, { enddate: '2026-04-30', startdate: null })).status).toBe(200);
  });

  it('refuses the id of another project', async () => {
    const { id } = await createProject();
    expect(await readErrorPointers(await put(id, { id: nilUuid }))).toEqual(['/id']);
    expect((await put(id, { id: id.toUpperCase() })).status).toBe(200);
  });

  it('is refused for accounts that do not manage projects: 403 if they are invited, otherwise 404', async () => {
    const { id } = await createProject({ users: [surveyor.id] });
    expect((await put(id, { active: true }, surveyor)).status).toBe(403);
    expect((await remove(id, surveyor)).status).toBe(403);
    await put(id, { users: [] });
    expect((await put(id, { active: true }, surveyor)).status).toBe(404);
    expect((await remove(id, surveyor)).status).toBe(404);
    expect((await put(nilUuid, { active: true })).status).toBe(404);
    expect((await put('no-id', { active: true })).status).toBe(404);
  });

  it('changes nothing if If-Match names another version', async () => {
    const { id } = await createProject();
    const tag = (await manager.sendRequest(`/mobileprojects/${id}`)).headers.get('etag') ?? '';
    expect((await put(id, { active: true }, manager, { 'if-match': tag })).status).toBe(200);
    const lateAnswer = await put(id, { active: false }, manager, { 'if-match': tag });
    expect(await readProblem(lateAnswer)).toMatchObject({
      status: 412,
      code: 'precondition_failed',
    });
    expect((await remove(id, manager, { 'if-match': tag })).status).toBe(412);
    expect((await manager.readProject(id)).active).toBe(true);
  });

  it('refuses the ETag of a project that was deleted and created again with the same id', async () => {
    const { id } = await createProject();
    const readTag = async () =>
      (await manager.sendRequest(`/mobileprojects/${id}`)).headers.get('etag') ?? '';
    const tag = await readTag();
    await remove(id);
    await createProject({ id });
    expect(await readTag()).not.toBe(tag);
    expect((await put(id, { active: true }, manager, { 'if-match': tag })).status).toBe(412);
  });

  it('loses none of several simultaneous changes', async () => {
    const { id } = await createProject();
    const fields = [{ name: 'N' }, { description: 'D' }, { active: true }, { tilecache: 'T' }];
    const answers = await Promise.all(fields.map((body) => put(id, body)));
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    expect(await manager.readProject(id)).toMatchObject(Object.assign({}, ...fields));
  });
});

describe('DELETE /mobileprojects/{mobile_project_id}', () => {
  it('deletes the project with its lists', async () => {
    const { id } = await createProject({ cards, users: [surveyor.id], groups: [2] });
    const response = await remove(id);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((await manager.sendRequest(`/mobileprojects/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    const remainingCards = await queryColumn(
      service,
      `select 1 from mobile_project_card where mobile_project_id = '${id}'`,
    );
    expect(remainingCards).toEqual([]);
  });
});

describe('a write of a mobile project whose Data API call fails', () => {
  const kinds = ['internal', 'reset', 'html'] as const;
  const cases = kinds.flatMap((kind) =>
    (['before', 'after'] as const).map((when) => ({ kind, when })),
  );

  /** Runs work whose writing call fails once. */
  const withFault = async <T>(
    fault: (typeof cases)[number],
    work: () => Promise<T>,
  ): Promise<T> => {
    service.stack.server.faults.add({ ...fault, match: 'returning' });
    const result = await work();
    service.stack.server.faults.clear();
    return result;
  };

  it.each(cases)('is stored once: failure $kind $when the statement runs', async (fault) => {
    const id = crypto.randomUUID();
    const response = await withFault(fault, () => create({ id, name: 'Once' }));
    expect(response.status).toBe(201);
    const readVersion = async () => {
      const [version] = await queryColumn(
        service,
        `select version::text from mobile_project where mobile_project_id = '${id}'`,
      );
      return BigInt(String(version));
    };
    const version = await readVersion();
    const changed = await withFault(fault, () => put(id, { description: 'changed' }));
    expect(changed.status).toBe(200);
    expect(await readVersion()).toBe(version + 1n);
    expect((await withFault(fault, () => remove(id))).status).toBe(204);
    expect((await manager.sendRequest(`/mobileprojects/${id}`)).status).toBe(404);
  });

  it('answers 503 outcome_unknown if the database no longer answers', async () => {
    const id = crypto.randomUUID();
    const { faults } = service.stack.server;
    faults.add({ when: 'before', kind: 'delay', match: 'bad_area' });
    faults.add({ when: 'before', kind: 'forbidden', match: 'bad_area', times: 100 });
    faults.add({ when: 'after', kind: 'reset', match: 'returning' });
    const response = await create({ id, name: 'Lost' });
    faults.clear();
    expect(await readProblem(response)).toMatchObject({ status: 503, code: 'outcome_unknown' });
    expect((await create({ id, name: 'Lost' })).status).toBe(409);
  });
});
