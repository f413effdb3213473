import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importSampleProjects } from '../../infra/local/sample.ts';
import { exampleProjectId, exampleResourceId } from '../../infra/local/sample/access.ts';
import { samplePackage } from '../../infra/local/sample/package-folder.ts';
import { importPackage } from '../../infra/cli/import/package/import-package.ts';
import { password } from '../support/accounts.ts';
import { configuredClientId } from '../support/service.ts';
import { openReachableService, type ReachableService } from './reachable-service.ts';

// What a mobile client of existing platforms sends, call by call, over HTTP.

let reachable: ReachableService;
let token: string;

beforeAll(async () => {
  reachable = await openReachableService();
  const { service } = reachable;
  await importPackage(samplePackage, service.imports);
  await importSampleProjects(service.stack.data);
});

afterAll(async () => reachable?.close());

const form = (fields: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

const credentials = () => ({ username: reachable.username, password });
const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${reachable.url}${path}`, init);
const withToken = (): RequestInit => ({ headers: { 'X-Authorization': `Bearer ${token}` } });

/** The fields that a client reads of a project. */
const project = z.object({
  id: z.uuid(),
  name: z.string(),
  active: z.boolean(),
  startdate: z.string().nullable(),
  enddate: z.string().nullable(),
  bounds: z.string().startsWith('MULTIPOLYGON'),
  cards: z.array(z.uuid()).min(1),
  users: z.array(z.int()),
  groups: z.array(z.int()),
  tilecache: z.string(),
  datadownloadconfig: z.object({
    count: z.int(),
    custom: z.unknown(),
    download: z.boolean(),
    resources: z.array(z.unknown()),
  }),
});

describe('a mobile client', () => {
  it('signs in with a form, and gets a compact JWT as plain text', async () => {
    const response = await ask('/auth/get_token', form(credentials()));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain']);
    token = await response.text();
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('is told of a wrong password by 401 with a challenge', async () => {
    const response = await ask('/auth/get_token', form({ ...credentials(), password: 'wrong' }));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('gets the client id that it is configured with', async () => {
    const response = await ask('/auth/get_client_id', form(credentials()));
    expect(await response.json()).toMatchObject({ clientid: configuredClientId });
  });

  it('reads who it is signed in as, by the form and by the token', async () => {
    const byForm = await ask('/auth/user_profile', form(credentials()));
    const profile = await byForm.json();
    expect(profile).toMatchObject({
      username: reachable.username,
      is_active: true,
      password: null,
    });
    const byToken = await ask('/auth/user_profile', { ...withToken(), method: 'POST' });
    expect(await byToken.json()).toEqual(profile);
  });

  it.each(['/mobileprojects', '/mobileprojects/'])(
    'lists the projects to which it is invited, with X-Authorization: %s',
    async (path) => {
      const response = await ask(path, withToken());
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/json',
      ]);
      const projects = z.array(project).parse(await response.json());
      expect(projects.map(({ id }) => id)).toEqual([exampleProjectId]);
    },
  );

  it('lists them with Authorization too, and by a token of POST /o/token', async () => {
    const { clientId } = reachable.applications.forUsers;
    const fields = { ...credentials(), grant_type: 'password', client_id: clientId };
    const { access_token: other } = z
      .object({ access_token: z.string() })
      .parse(await (await ask('/o/token/', form(fields))).json());
    for (const one of [token, other]) {
      const response = await ask('/mobileprojects', {
        headers: { Authorization: `Bearer ${one}` },
      });
      expect(z.array(project).parse(await response.json())).toHaveLength(1);
    }
  });

  it('takes the features of a project to the field', async () => {
    const response = await ask(`/geojson?mobileproject=${exampleProjectId}`, withToken());
    const { features } = z
      .object({ features: z.array(z.object({ properties: z.looseObject({}) })) })
      .parse(await response.json());
    expect(features.map(({ properties }) => properties['resourceinstanceid'])).toContain(
      exampleResourceId,
    );
  });

  it('is asked for a token where it sends none', async () => {
    for (const path of ['/mobileprojects/', `/geojson?mobileproject=${exampleProjectId}`]) {
      const response = await ask(path);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });
});
