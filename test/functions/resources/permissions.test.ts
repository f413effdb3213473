import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { readProblem } from '../../gateway/problem.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const path = (id: string): string => `/api/instance_permissions/?resourceinstanceid=${id}`;

let service: TestService;
let editor: number;
let clientId: string;
let token: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await openSampleService();
  editor = await createTestAccount(service, 'editor', {
    groups: ['Crowdsource Editor', 'Resource Reviewer'],
  });
  await createTestAccount(service, 'proposer', { groups: ['Crowdsource Editor'] });
  ({ clientId } = await createTestApplication(service, editor));
  token = bearerHeader((await fetchTokens(service, 'editor', clientId)).access_token);
  await setGroupRights('Resource Reviewer');
  await setGroupRights('Crowdsource Editor', 'read');
});

afterAll(async () => service?.close());

/** Gives a group exactly these rights as its defaults. */
async function setGroupRights(name: string, ...rights: readonly string[]): Promise<void> {
  const [read, write, remove] = ['read', 'write', 'delete'].map((right) => rights.includes(right));
  await runStatement(
    service,
    `update account_group set can_read = ${read}, can_write = ${write}, can_delete = ${remove} where name = '${name}'`,
  );
}

const withoutWriting = { read: true, edit: false, delete: false };

async function readPermissions(headers = token, id: string = exampleResourceId): Promise<unknown> {
  const response = await service.fetch(path(id), { headers });
  expect(response.status).toBe(200);
  return response.json();
}

describe('GET /api/instance_permissions', () => {
  it('is 401 for an anonymous caller while the instance is closed', async () => {
    for (const id of [exampleResourceId, crypto.randomUUID(), 'no-id']) {
      const { status } = await readProblem(await service.fetch(path(id)));
      expect(status).toBe(401);
    }
  });

  it('answers 404 for an unknown id and for text that is not an id', async () => {
    for (const id of [crypto.randomUUID(), 'no-id']) {
      const response = await service.fetch(path(id), { headers: token });
      expect((await readProblem(response)).code).toBe('not_found');
    }
  });

  it('answers with the error `missing` if no id is sent', async () => {
    const response = await service.fetch('/api/instance_permissions', { headers: token });
    expect((await readProblem(response)).errors).toMatchObject([
      { pointer: '/resourceinstanceid', code: 'missing' },
    ]);
  });

  it('allows to edit if one nodegroup may be written, and to delete if all may be deleted', async () => {
    expect(await readPermissions()).toEqual({ read: true, edit: false, delete: false });
    await setGroupRights('Crowdsource Editor', 'read', 'write', 'delete');
    expect(await readPermissions()).toEqual({ read: true, edit: true, delete: true });
    const { access_token: narrowToken } = await fetchTokens(service, 'editor', clientId, {
      scope: 'read',
    });
    expect(await readPermissions(bearerHeader(narrowToken))).toEqual(withoutWriting);
    const [nodegroup] = await queryColumn(
      service,
      `select nodegroup_id::text from tile where resource_id = '${exampleResourceId}' order by 1`,
    );
    await runStatement(
      service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, can_read)
select '${nodegroup}', account_group_id, true from account_group where name = 'Crowdsource Editor'`,
    );
    expect(await readPermissions()).toEqual({ read: true, edit: true, delete: false });
  });

  it('never allows to delete what only a reviewer may delete', async () => {
    await setGroupRights('Crowdsource Editor', 'read', 'write', 'delete');
    const { access_token: proposerToken } = await fetchTokens(service, 'proposer', clientId);
    const headers = bearerHeader(proposerToken);
    const permissions = { read: true, edit: true, delete: false };
    expect(await readPermissions(headers)).toEqual(permissions);
    const options = { method: 'DELETE', headers };
    expect((await service.fetch(`/resources/${exampleResourceId}`, options)).status).toBe(403);
  });

  it('uses the grants of the resource instance if there are some for the caller', async () => {
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_id, can_view, can_delete)
values ('${exampleResourceId}', ${editor}, true, true)`,
    );
    expect(await readPermissions()).toEqual({ read: true, edit: false, delete: true });
  });

  it('allows everything to administrators, and no changes to anonymous callers, whatever the rights of Guest', async () => {
    await createTestAccount(service, 'administrator', { isAdministrator: true });
    const { access_token: administratorToken } = await fetchTokens(
      service,
      'administrator',
      clientId,
    );
    expect(await readPermissions(bearerHeader(administratorToken))).toEqual({
      read: true,
      edit: true,
      delete: true,
    });
    await setGroupRights('Guest', 'read', 'write', 'delete');
    expect(await readPermissions({})).toEqual({ read: true, edit: false, delete: false });
  });
});
