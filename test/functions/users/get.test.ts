import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readProblem } from '../../gateway/problem.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { runStatement } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
const accounts = { reader: 0, administrator: 0 };
const tokens: Record<string, Readonly<Record<string, string>>> = {};

beforeAll(async () => {
  service = await openTestService();
  accounts.reader = await createTestAccount(service, 'reader', { email: 'reader@example.org' });
  accounts.administrator = await createTestAccount(service, 'administrator', {
    isAdministrator: true,
  });
  const { clientId } = await createTestApplication(service, accounts.administrator);
  for (const username of Object.keys(accounts)) {
    tokens[username] = bearerHeader((await fetchTokens(service, username, clientId)).access_token);
  }
});

afterAll(async () => service?.close());

const getProfile = (username: string, id: number | string): Promise<Response> =>
  service.fetch(`/user/${id}`, { headers: tokens[username] ?? {} });

describe('GET /user/{account_id}', () => {
  it('is 401 without a token, for known, unknown and malformed ids', async () => {
    for (const id of [accounts.reader, 1_000_000, 'somebody']) {
      expect((await readProblem(await getProfile('nobody', id))).code).toBe(
        'authentication_required',
      );
    }
  });

  it('returns the profile of the caller, like POST /auth/user_profile, and forbids caching', async () => {
    const response = await getProfile('reader', accounts.reader);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const profile = await response.json();
    expect(profile).toMatchObject({
      id: accounts.reader,
      username: 'reader',
      first_name: '',
      last_name: '',
      email: 'reader@example.org',
      is_superuser: false,
    });
    const headers = tokens['reader'] ?? {};
    const authAnswer = await service.fetch('/auth/user_profile', { method: 'POST', headers });
    expect(await authAnswer.json()).toEqual(profile);
  });

  it('returns the profile of another account to administrators', async () => {
    const response = await getProfile('administrator', accounts.reader);
    expect(await response.json()).toMatchObject({ username: 'reader', is_superuser: false });
  });

  it('answers 404 for an account of somebody else, an unknown id and a malformed id', async () => {
    for (const id of [accounts.administrator, 1_000_000, 2 ** 31, '-1', '1e1', 'somebody']) {
      expect((await readProblem(await getProfile('reader', id))).code).toBe('not_found');
    }
    expect((await readProblem(await getProfile('administrator', 1_000_000))).code).toBe(
      'not_found',
    );
  });
});

describe('the profile of an account with every right on 700 nodegroups', () => {
  const graph = '00000000-0000-4000-8000-000000009000';
  const nodegroups = Array.from(
    { length: 700 },
    (_, index) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
  );

  beforeAll(async () => {
    await runStatement(
      service,
      `insert into graph (graph_id, publication_id, name, is_resource_model, source)
values ('${graph}', '${graph}', '"Archive"', true, '{}')`,
    );
    await runStatement(
      service,
      `insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, '${graph}', 'n', 0, i, false
from generate_series(1, 700) i`,
    );
  });

  const routes = {
    'GET /user/{account_id}': () => getProfile('administrator', accounts.administrator),
    'POST /auth/user_profile': () =>
      service.fetch('/auth/user_profile', {
        method: 'POST',
        headers: tokens['administrator'] ?? {},
      }),
  };

  it.each(Object.entries(routes))(
    'is complete in %s, with one Data API call',
    async (_, sendRequest) => {
      const answers: unknown[] = [];
      const calls = await service.countCalls(async () => {
        const response = await sendRequest();
        answers.push(response.status, await response.json());
      });
      const profile = expect.objectContaining({
        username: 'administrator',
        viewable_nodegroups: nodegroups,
        editable_nodegroups: nodegroups,
        deletable_nodegroups: nodegroups,
      });
      expect([...answers, calls]).toEqual([200, profile, 1]);
    },
  );
});
