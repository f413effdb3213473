import { loadOperations, type DeclaredOperation } from '../../../infra/generate/operations.ts';
import { multipartForm } from '../../support/multipart.ts';
import { testPassword } from '../../support/accounts.ts';
import { openVisitor, register, surveyApp, hiddenFields, type Visitor } from '../oauth/visitor.ts';
import { everyWrite, namedImage, oldMill } from './every-write.ts';
import { millNodes, type MillService, type WriteRequest } from './mill-service.ts';

/** A request that writes, with its operation. */
export type WriteCase = {
  readonly operationId: string;
  readonly title: string;
  readonly request: WriteRequest;
};

/**
 * Lists all operations that write, except the endpoints of OAuth, which must ignore unknown parameters (RFC 6749, section 3.2).
 */
export async function listWritingOperations(): Promise<readonly DeclaredOperation[]> {
  const allOperations = await loadOperations();
  return allOperations.filter(
    ({ operation: { method, scope, access } }) =>
      !['GET', 'ANY'].includes(method) && scope === undefined && access !== 'ignores-token',
  );
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const jsonType = { 'content-type': 'application/json' };

const form = (
  fields: Readonly<Record<string, string>>,
): Pick<WriteRequest, 'body' | 'headers'> => ({
  body: new URLSearchParams(fields).toString(),
  headers: formType,
});

/** Beginnings of titles in `everyWrite`, with the ids of their operations. */
const operationIds: readonly (readonly [string, string])[] = [
  ['PUT /resources/{id}', 'put-resource'],
  ['PUT /resources/{graph}/{id}', 'put-resource-of-graph'],
  ['POST /resources/{graph}', 'create-resource-of-graph'],
  ['POST /resources of', 'create-resource'],
  ['POST /api/tiles of', 'create-tile'],
  ['POST /api/tiles/{id}', 'write-tile'],
  ['POST /api/node_value', 'write-node-value'],
  ['DELETE /resources/{id}', 'delete-resource'],
];

const view = {
  slug: 'mills',
  description: 'Mills',
  geometrynodeid: millNodes.geometry,
  language: 'en-US',
};
const attributenodes = [{ nodeid: millNodes.name, description: 'What it is called' }];

/** Lists the writes of resource instances and tiles, with every format of their bodies. */
export function listResourceWrites(mills: MillService): readonly {
  readonly operationId: string;
  readonly title: string;
  readonly createRequest: () => Promise<WriteRequest>;
}[] {
  return everyWrite.flatMap(({ title, request }) => {
    const operationId = operationIds.find(([start]) => title.startsWith(start))?.[1] ?? '';
    const createRequest = (): Promise<WriteRequest> => request(mills, 'little');
    const write = { operationId, title, createRequest };
    if (!title.startsWith('POST /api/tiles')) return [write];
    const createFormRequest = async (): Promise<WriteRequest> => {
      const { headers, body = '', ...requestWithoutBody } = await createRequest();
      const bodyAndHeaders = form({ data: body.toString() });
      return {
        ...requestWithoutBody,
        ...bodyAndHeaders,
        headers: { ...headers, ...bodyAndHeaders.headers },
      };
    };
    return [write, { operationId, title: `${title}, as a form`, createRequest: createFormRequest }];
  });
}

/** Creates the other writes, with every format of their bodies, in an order in which all of them succeed. */
export async function createOtherWrites({
  sendRequest,
  service,
}: MillService): Promise<readonly WriteCase[]> {
  const create = async (
    path: string,
    body: unknown,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const response = await sendRequest({
      method: 'POST',
      path,
      body: JSON.stringify(body),
      headers: jsonType,
    });
    if (response.status !== 201) throw new Error(await response.text());
    return { ...Object(await response.json()) };
  };
  const { spatialviewid } = await create('/api/spatialviews', {
    ...view,
    attributenodes,
    slug: 'old_mills',
  });
  const { id: projectId } = await create('/mobileprojects', { name: 'Old mills' });
  const viewPath = `/api/spatialviews/${String(spatialviewid)}`;
  const changedView = { spatialviewid: String(spatialviewid), description: 'Windmills' };
  const projectPath = `/mobileprojects/${String(projectId)}`;
  const json = (body: unknown): Pick<WriteRequest, 'body' | 'headers'> => ({
    body: JSON.stringify(body),
    headers: jsonType,
  });
  const createWriteCase = (
    operationId: string,
    method: string,
    path: string,
    bodyAndHeaders: Pick<WriteRequest, 'body' | 'headers'> = {},
  ): WriteCase => ({
    operationId,
    title:
      `${method} ${path.replaceAll(/[\da-f-]{36}/g, '{id}')} ${bodyAndHeaders.headers?.['content-type'] ?? ''}`.trim(),
    request: { method, path, ...bodyAndHeaders },
  });
  return [
    createWriteCase(
      'create-spatial-view',
      'POST',
      '/api/spatialviews',
      json({ ...view, attributenodes }),
    ),
    createWriteCase(
      'create-spatial-view',
      'POST',
      '/api/spatialviews',
      form({ ...view, attributenodes: JSON.stringify(attributenodes), slug: 'form_mills' }),
    ),
    createWriteCase('update-spatial-view', 'PUT', viewPath, json(changedView)),
    createWriteCase(
      'update-spatial-view',
      'PUT',
      viewPath,
      form({ ...changedView, description: 'Watermills' }),
    ),
    createWriteCase('delete-spatial-view', 'DELETE', viewPath),
    createWriteCase(
      'create-mobile-project',
      'POST',
      '/mobileprojects',
      json({ name: 'New mills' }),
    ),
    createWriteCase('put-mobile-project', 'PUT', projectPath, json({ name: 'Windmills' })),
    createWriteCase('delete-mobile-project', 'DELETE', projectPath),
    createWriteCase(
      'announce-file',
      'POST',
      '/files',
      json({ name: 'mill.jpg', type: 'image/jpeg', size: 1 }),
    ),
    createWriteCase('store-image', 'POST', '/images', multipartForm(namedImage)),
    createWriteCase(
      'change-resource-state',
      'POST',
      `/api/resource_instance_lifecycle_state/${oldMill}`,
      json({ id: await giveLifeCycle(service) }),
    ),
    ...(await createPageWrites(openVisitor(service), createWriteCase)),
  ];
}

/** Gives the model of mills a life cycle with two states. @returns the id of the state that is not the initial one */
async function giveLifeCycle({ stack }: MillService['service']): Promise<string> {
  const lifeCycle = '10000000-0000-4000-8000-000000000000';
  const [draft, active] = [lifeCycle.replace(/0$/, '1'), lifeCycle.replace(/0$/, '2')];
  for (const text of [
    `insert into life_cycle_state (
  life_cycle_state_id, life_cycle_id, life_cycle_name, name, action_label, is_initial, can_edit, can_delete, next_state_ids, previous_state_ids
)
values
  ('${draft}', '${lifeCycle}', '"Standard"', '"Draft"', '""', true, true, true, '{}', '{}'),
  ('${active}', '${lifeCycle}', '"Standard"', '"Active"', '""', false, true, true, '{}', '{}')
on conflict do nothing`,
    `update graph g
set source = jsonb_set(g.source, '{resource_instance_lifecycle}', '{"id": "${lifeCycle}"}')
from resource r
where r.resource_id = '${oldMill}'
  and g.graph_id = r.graph_id`,
  ])
    await stack.owner.write({ text, parameters: [] });
  return active;
}

type CreateWriteCase = (
  operationId: string,
  method: string,
  path: string,
  bodyAndHeaders?: Pick<WriteRequest, 'body' | 'headers'>,
) => WriteCase;

/** Creates the requests that the browser of an administrator sends from the pages of applications. */
async function createPageWrites(
  visitor: Visitor,
  createWriteCase: CreateWriteCase,
): Promise<readonly WriteCase[]> {
  const signInFields = {
    ...hiddenFields((await visitor.get('/o/sign-in')).html),
    username: 'miller',
    password: testPassword,
  };
  const cookieBeforeSignIn = cookiesOf(visitor);
  await visitor.signIn('miller');
  const cookie = cookiesOf(visitor);
  const applicationPath = await register(visitor, {
    client_type: 'confidential',
    grant_type: 'client-credentials',
  });
  const readHiddenFields = async (path: string): Promise<Readonly<Record<string, string>>> =>
    hiddenFields((await visitor.get(path)).html);
  const createFormWrite = async (
    operationId: string,
    path: string,
    fields: Readonly<Record<string, string>>,
    formPath = path,
  ): Promise<WriteCase> => {
    const bodyAndHeaders = form({ ...(await readHiddenFields(formPath)), ...fields });
    return createWriteCase(operationId, 'POST', path, {
      ...bodyAndHeaders,
      headers: { ...bodyAndHeaders.headers, cookie, 'sec-fetch-site': 'same-origin' },
    });
  };
  const signInForm = form(signInFields);
  return [
    createWriteCase('sign-in', 'POST', '/o/sign-in', {
      ...signInForm,
      headers: { ...signInForm.headers, cookie: cookieBeforeSignIn },
    }),
    await createFormWrite('register-application', '/o/applications/register', surveyApp),
    await createFormWrite('update-application', `${applicationPath}/update`, {
      ...surveyApp,
      client_type: 'confidential',
      grant_type: 'client-credentials',
      name: 'Another name',
    }),
    await createFormWrite(
      'replace-client-secret',
      `${applicationPath}/secret`,
      {},
      applicationPath,
    ),
    await createFormWrite('delete-application', `${applicationPath}/delete`, {}),
    await createFormWrite(
      'issue-docs-token',
      '/o/docs-token',
      { scope: 'read' },
      '/o/applications/',
    ),
    await createFormWrite('sign-out', '/o/sign-out', {}, '/o/applications/'),
  ];
}

const cookiesOf = ({ cookies }: Visitor): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
