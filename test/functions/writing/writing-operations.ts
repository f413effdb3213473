import { loadOperations, type DeclaredOperation } from '../../../infra/generate/operations.ts';
import { testPassword } from '../../support/accounts.ts';
import { openVisitor, register, surveyApp, hiddenFields, type Visitor } from '../oauth/visitor.ts';
import { everyWrite } from './every-write.ts';
import { millNodes, type MillService, type WriteRequest } from './mill-service.ts';

/** A request that can be carried out, with its operation. */
export type CarriedOut = {
  readonly operationId: string;
  readonly title: string;
  readonly request: WriteRequest;
};

/**
 * All operations that write, except the endpoints of OAuth, which must ignore unknown parameters (RFC 6749, section 3.2).
 */
export async function writingOperations(): Promise<readonly DeclaredOperation[]> {
  const all = await loadOperations();
  return all.filter(
    ({ operation: { method, scope, access } }) =>
      !['GET', 'ANY'].includes(method) && scope === undefined && access !== 'public',
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

/** The operations of `everyWrite`, by the start of the titles there. */
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

/** The writes of resource instances and tiles, in every form of their bodies. */
export function writesOfResources(mills: MillService): readonly {
  readonly operationId: string;
  readonly title: string;
  readonly made: () => Promise<WriteRequest>;
}[] {
  return everyWrite.flatMap(({ title, request }) => {
    const operationId = operationIds.find(([start]) => title.startsWith(start))?.[1] ?? '';
    const made = (): Promise<WriteRequest> => request(mills, 'little');
    const write = { operationId, title, made };
    if (!title.startsWith('POST /api/tiles')) return [write];
    const asForm = async (): Promise<WriteRequest> => {
      const { headers, body = '', ...request } = await made();
      const sent = form({ data: body.toString() });
      return { ...request, ...sent, headers: { ...headers, ...sent.headers } };
    };
    return [write, { operationId, title: `${title}, as a form`, made: asForm }];
  });
}

/** The other writes, in every form of their bodies, in an order in which they can be carried out one after the other. */
export async function otherWrites({ ask, service }: MillService): Promise<readonly CarriedOut[]> {
  const create = async (
    path: string,
    body: unknown,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const response = await ask({
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
  const toWrite = (
    operationId: string,
    method: string,
    path: string,
    sent: Pick<WriteRequest, 'body' | 'headers'> = {},
  ): CarriedOut => ({
    operationId,
    title:
      `${method} ${path.replaceAll(/[\da-f-]{36}/g, '{id}')} ${sent.headers?.['content-type'] ?? ''}`.trim(),
    request: { method, path, ...sent },
  });
  return [
    toWrite('create-spatial-view', 'POST', '/api/spatialviews', json({ ...view, attributenodes })),
    toWrite(
      'create-spatial-view',
      'POST',
      '/api/spatialviews',
      form({ ...view, attributenodes: JSON.stringify(attributenodes), slug: 'form_mills' }),
    ),
    toWrite('update-spatial-view', 'PUT', viewPath, json(changedView)),
    toWrite(
      'update-spatial-view',
      'PUT',
      viewPath,
      form({ ...changedView, description: 'Watermills' }),
    ),
    toWrite('delete-spatial-view', 'DELETE', viewPath),
    toWrite('create-mobile-project', 'POST', '/mobileprojects', json({ name: 'New mills' })),
    toWrite('put-mobile-project', 'PUT', projectPath, json({ name: 'Windmills' })),
    toWrite('delete-mobile-project', 'DELETE', projectPath),
    ...(await writesOfPages(openVisitor(service), toWrite)),
  ];
}

type ToWrite = (
  operationId: string,
  method: string,
  path: string,
  sent?: Pick<WriteRequest, 'body' | 'headers'>,
) => CarriedOut;

/** The requests that the browser of an administrator sends from the pages of applications. */
async function writesOfPages(visitor: Visitor, toWrite: ToWrite): Promise<readonly CarriedOut[]> {
  const signIn = {
    ...hiddenFields((await visitor.get('/o/sign-in')).html),
    username: 'miller',
    password: testPassword,
  };
  const beforeSignIn = cookiesOf(visitor);
  await visitor.signIn('miller');
  const cookie = cookiesOf(visitor);
  const page = await register(visitor, {
    client_type: 'confidential',
    grant_type: 'client-credentials',
  });
  const readHiddenFields = async (path: string): Promise<Readonly<Record<string, string>>> =>
    hiddenFields((await visitor.get(path)).html);
  const submit = async (
    operationId: string,
    path: string,
    fields: Readonly<Record<string, string>>,
    formPath = path,
  ): Promise<CarriedOut> => {
    const sent = form({ ...(await readHiddenFields(formPath)), ...fields });
    return toWrite(operationId, 'POST', path, { ...sent, headers: { ...sent.headers, cookie } });
  };
  const asSignIn = form(signIn);
  return [
    toWrite('sign-in', 'POST', '/o/sign-in', {
      ...asSignIn,
      headers: { ...asSignIn.headers, cookie: beforeSignIn },
    }),
    await submit('register-application', '/o/applications/register', surveyApp),
    await submit('update-application', `${page}/update`, {
      ...surveyApp,
      client_type: 'confidential',
      grant_type: 'client-credentials',
      name: 'Another name',
    }),
    await submit('replace-client-secret', `${page}/secret`, {}, page),
    await submit('delete-application', `${page}/delete`, {}),
    await submit('sign-out', '/o/sign-out', {}, '/o/applications/'),
  ];
}

const cookiesOf = ({ cookies }: Visitor): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
