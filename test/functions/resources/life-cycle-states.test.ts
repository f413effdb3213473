import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { openSampleService, queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const lifeCycle = '10000000-0000-4000-8000-000000000000';
const draft = '10000000-0000-4000-8000-000000000001';
const active = '10000000-0000-4000-8000-000000000002';
const retired = '10000000-0000-4000-8000-000000000003';
const elsewhere = '20000000-0000-4000-8000-000000000001';

const statePath = `/api/resource_instance_lifecycle_state/${exampleResourceId}`;
const json = { 'content-type': 'application/json' };

let service: TestService;
const tokens = new Map<string, Readonly<Record<string, string>>>();

beforeAll(async () => {
  service = await openSampleService();
  const administrator = await createTestAccount(service, 'administrator', {
    isAdministrator: true,
  });
  await createTestAccount(service, 'editor', { groups: ['Resource Editor'] });
  await createTestAccount(service, 'reviewer', {
    groups: ['Resource Editor', 'Resource Reviewer'],
  });
  const { clientId } = await createTestApplication(service, administrator);
  for (const name of ['administrator', 'editor', 'reviewer'])
    tokens.set(name, bearerHeader((await fetchTokens(service, name, clientId)).access_token));
  const [graphId = ''] = await queryColumn(
    service,
    `select graph_id::text from resource where resource_id = '${exampleResourceId}'`,
  );
  await runStatement(
    service,
    `insert into life_cycle_state (
  life_cycle_state_id, life_cycle_id, life_cycle_name, name, action_label, is_initial, can_edit, can_delete, next_state_ids, previous_state_ids
)
values
  ('${draft}', '${lifeCycle}', '{"en": "Standard"}', '{"en": "Draft", "de": "Entwurf"}', '{"en": "Revert"}', true, true, true, '{${active}}', '{}'),
  ('${active}', '${lifeCycle}', '{"en": "Standard"}', '{"en": "Active"}', '{"en": "Activate"}', false, true, false, '{${retired}}', '{${draft}}'),
  ('${retired}', '${lifeCycle}', '{"en": "Standard"}', '{"en": "Retired"}', '{"en": "Retire"}', false, false, false, '{}', '{${active}}'),
  ('${elsewhere}', '20000000-0000-4000-8000-000000000000', '{"en": "Other"}', '{"en": "Other"}', '{"en": ""}', true, true, true, '{}', '{}')`,
  );
  await runStatement(
    service,
    `update graph
set source = jsonb_set(source, '{resource_instance_lifecycle}', '{"id": "${lifeCycle}"}')
where graph_id = '${graphId}'`,
  );
});

afterAll(async () => service?.close());

beforeEach(() => setState(null));

async function setState(state: string | null): Promise<void> {
  const value = state === null ? 'null' : `'${state}'`;
  await runStatement(
    service,
    `update resource set life_cycle_state_id = ${value} where resource_id = '${exampleResourceId}'`,
  );
}

const exempt = (edits: boolean) =>
  runStatement(
    service,
    `update state_exemption set edits_every_state = ${edits} where account_group_id = 3`,
  );

const request = (name: string, path: string, options: RequestInit = {}) =>
  service.fetch(path, {
    ...options,
    headers: { ...tokens.get(name), ...(options.body === undefined ? {} : json) },
  });

const change = (name: string, body: unknown) =>
  request(name, statePath, { method: 'POST', body: JSON.stringify(body) });

const namesSchema = z.object({ name: z.string(), id: z.string() });

const readState = async (): Promise<string> =>
  namesSchema.parse(await (await request('editor', statePath)).json()).name;

const permissionsOf = async (name: string): Promise<unknown> =>
  (await request(name, `/api/instance_permissions?resourceinstanceid=${exampleResourceId}`)).json();

/** Every write of a resource instance or its tiles, as a dry run. */
async function listWrites(): Promise<readonly (readonly [string, string, RequestInit])[]> {
  const [tile = '', nodegroup = ''] = await queryColumn(
    service,
    `select unnest(array[t.tile_id, t.nodegroup_id])::text
from (select * from tile where resource_id = '${exampleResourceId}' order by tile_id limit 1) t`,
  );
  const resource = `/resources/${exampleResourceId}`;
  const record = await (await request('administrator', `${resource}?format=service-json`)).text();
  const body = JSON.stringify({
    nodegroup_id: nodegroup,
    resourceinstance_id: exampleResourceId,
    data: {},
  });
  return [
    ['PUT', `${resource}?format=service-json&dry_run=true`, { method: 'PUT', body: record }],
    ['POST of a tile', `/api/tiles/${tile}?dry_run=true`, { method: 'POST', body }],
    ['POST of a new tile', '/api/tiles?dry_run=true', { method: 'POST', body }],
  ];
}

describe('the state of a resource instance', () => {
  it('is the initial one of the life cycle of its model, if none is stored', async () => {
    const response = await request('editor', statePath);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      id: draft,
      name: 'Draft',
      is_initial_state: true,
      next_resource_instance_lifecycle_states: [{ id: active }],
      resource_instance_lifecycle: { id: lifeCycle, name: 'Standard' },
    });
  });

  it('has its name in the language of the reader', async () => {
    const response = await service.fetch(statePath, {
      headers: { ...tokens.get('editor'), 'accept-language': 'de' },
    });
    expect(namesSchema.parse(await response.json()).name).toBe('Entwurf');
  });

  it('hides nothing', async () => {
    await setState(retired);
    for (const path of [`/resources/${exampleResourceId}?format=json`, statePath])
      expect((await request('editor', path)).status).toBe(200);
  });

  it('takes away deletions, and keeps changes, as it says', async () => {
    expect(await permissionsOf('reviewer')).toEqual({ read: true, edit: true, delete: true });
    await setState(active);
    expect(await permissionsOf('reviewer')).toEqual({ read: true, edit: true, delete: false });
    expect(
      (await request('reviewer', `/resources/${exampleResourceId}`, { method: 'DELETE' })).status,
    ).toBe(403);
  });

  it('takes away every write, also proposals', async () => {
    const writes = await listWrites();
    const statuses = async (name: string) => {
      const responses = await Promise.all(
        writes.map(([, path, options]) => request(name, path, options)),
      );
      return responses.map(({ status }, index) => `${writes[index]?.[0]} ${status}`);
    };
    const before = await statuses('editor');
    expect(before.filter((status) => status.endsWith(' 403'))).toEqual([]);
    await setState(retired);
    expect(await statuses('editor')).toEqual(writes.map(([title]) => `${title} 403`));
    expect((await statuses('administrator')).filter((status) => status.endsWith(' 403'))).toEqual(
      [],
    );
  });

  it('does not bind administrators and those who are exempt from it', async () => {
    await setState(retired);
    expect(await permissionsOf('administrator')).toEqual({ read: true, edit: true, delete: true });
    expect(await permissionsOf('reviewer')).toEqual({ read: true, edit: true, delete: false });
    await exempt(false);
    expect(await permissionsOf('reviewer')).toEqual({ read: true, edit: false, delete: false });
    await exempt(true);
  });

  it('is changed by reviewers alone, to any state, and the history and the version tell it', async () => {
    expect((await change('editor', retired)).status).toBe(403);
    expect(await readState()).toBe('Draft');
    const versionQuery = `select version::text from resource where resource_id = '${exampleResourceId}'`;
    const [before] = await queryColumn(service, versionQuery);
    await exempt(false);
    const response = await change('reviewer', retired);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      original_resource_instance_lifecycle_state: { id: draft },
      current_resource_instance_lifecycle_state: { id: retired },
    });
    const [after] = await queryColumn(service, versionQuery);
    expect(Number(after)).toBe(Number(before) + 1);
    const [logged] = await queryColumn(
      service,
      `select old_value::text from edit_log where edit_type = 'state edit' order by edit_log_id desc limit 1`,
    );
    expect(JSON.parse(String(logged))).toEqual({
      state: `Draft (${draft})`,
      new_state: `Retired (${retired})`,
    });
    // A reviewer who may not change it in this state may change the state.
    expect((await change('reviewer', { id: draft })).status).toBe(200);
    await exempt(true);
    expect(await readState()).toBe('Draft');
  });

  it.each([[elsewhere], ['Draft'], [{ state: draft }], [null]])(
    'is refused if its life cycle does not have it: %s',
    async (body) => {
      expect((await change('reviewer', body)).status).toBe(400);
      expect(await readState()).toBe('Draft');
    },
  );

  it('that is sent again changes nothing', async () => {
    const count = () =>
      queryColumn(service, `select count(*)::text from edit_log where edit_type = 'state edit'`);
    const before = await count();
    expect((await change('reviewer', draft)).status).toBe(200);
    expect(await count()).toEqual(before);
  });
});

describe('the documents of a resource instance', () => {
  const read = async (query: string): Promise<string> =>
    (await request('editor', `/resources/${exampleResourceId}?${query}`)).text();

  it('name its state, in JSON and on its page', async () => {
    await setState(retired);
    for (const format of ['json', 'service-json'])
      expect(await read(`format=${format}`)).toContain(
        `"resource_instance_lifecycle_state_id":"${retired}"`,
      );
    expect(await read('format=html')).toContain('Retired');
  });

  it('have no member for a state or identifiers that it does not have', async () => {
    const [other = ''] = await queryColumn(
      service,
      `select r.resource_id::text
from resource r
join graph g on g.graph_id = r.graph_id
where g.life_cycle_id is null
limit 1`,
    );
    const response = await request('administrator', `/resources/${other}?format=service-json`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).not.toContain('lifecycle');
    expect(text).not.toContain('identifiers');
  });
});

describe('identifiers of a resource instance', () => {
  it('are listed, also equal ones', async () => {
    const path = `/api/resource-identifiers/${exampleResourceId}`;
    expect(await (await request('editor', path)).json()).toEqual([]);
    await runStatement(
      service,
      `insert into resource_identifier (resource_id, identifier, source, identifier_type)
values ('${exampleResourceId}', '17/a', 'County list', ''), ('${exampleResourceId}', '17/a', 'County list', 'old')`,
    );
    expect(await (await request('editor', path)).json()).toEqual([
      {
        id: expect.any(Number),
        identifier: '17/a',
        identifier_type: '',
        resourceid_id: exampleResourceId,
        source: 'County list',
      },
      expect.objectContaining({ identifier_type: 'old' }),
    ]);
    const resource = `/resources/${exampleResourceId}`;
    expect(await (await request('editor', `${resource}?format=service-json`)).json()).toMatchObject(
      {
        identifiers: [
          { identifier: '17/a', source: 'County list', identifier_type: '' },
          { identifier: '17/a', source: 'County list', identifier_type: 'old' },
        ],
      },
    );
    expect(await (await request('editor', `${resource}?format=html`)).text()).toContain(
      'County list (old)',
    );
  });
});
