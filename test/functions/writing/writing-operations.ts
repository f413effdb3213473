import { loadOperations, type DeclaredOperation } from '../../../infra/generate/operations.ts';
import { testPassword } from '../../support/accounts.ts';
import { openVisitor, register, surveyApp, hiddenFields, type Visitor } from '../oauth/visitor.ts';
import { everyWrite } from './every-write.ts';
import { millNodes, type MillService, type WriteRequest } from './mill-service.ts';

/** A request that is carried out, and the operation that does it. */
export type CarriedOut = {
  readonly operationId: string;
  readonly title: string;
  readonly request: WriteRequest;
};

/** Operations that write: all but those that read, and the endpoints of OAuth, which have to ignore what they do not know (RFC 6749, section 3.2). */
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

/** The operation of each of `everyWrite`, by the start of its title. */
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
    const one = { operationId, title, made };
    if (!title.startsWith('POST /api/tiles')) return [one];
    const asForm = async (): Promise<WriteRequest> => {
      const { headers, body = '', ...asked } = await made();
      const sent = form({ data: body.toString() });
      return { ...asked, ...sent, headers: { ...headers, ...sent.headers } };
    };
    return [one, { operationId, title: `${title}, as a form`, made: asForm }];
  });
}

/** The other writes, each in the forms of its body, in an order in which one can be carried out after the other. */
export async function otherWrites({ ask, service }: MillService): Promise<readonly CarriedOut[]> {
  const madeBy = async (
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
  const { spatialviewid } = await madeBy('/api/spatialviews', {
    ...view,
    attributenodes,
    slug: 'old_mills',
  });
  const { id: projectId } = await madeBy('/mobileprojects', { name: 'Old mills' });
  const viewPath = `/api/spatialviews/${String(spatialviewid)}`;
  const changedView = { spatialviewid: String(spatialviewid), description: 'Windmills' };
  const projectPath = `/mobileprojects/${String(projectId)}`;
  const json = (body: unknown): Pick<WriteRequest, 'body' | 'headers'> => ({
    body: JSON.stringify(body),
    headers: jsonType,
  });
  const of = (
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
    of('create-spatial-view', 'POST', '/api/spatialviews', json({ ...view, attributenodes })),
    of(
      'create-spatial-view',
      'POST',
      '/api/spatialviews',
      form({ ...view, attributenodes: JSON.stringify(attributenodes), slug: 'form_mills' }),
    ),
    of('update-spatial-view', 'PUT', viewPath, json(changedView)),
    of('update-spatial-view', 'PUT', viewPath, form({ ...changedView, description: 'Watermills' })),
    of('delete-spatial-view', 'DELETE', viewPath),
    of('create-mobile-project', 'POST', '/mobileprojects', json({ name: 'New mills' })),
    of('put-mobile-project', 'PUT', projectPath, json({ name: 'Windmills' })),
    of('delete-mobile-project', 'DELETE', projectPath),
    ...(await writesOfPages(openVisitor(service), of)),
  ];
}

type Of = (
  operationId: string,
  method: string,
  path: string,
  sent?: Pick<WriteRequest, 'body' | 'headers'>,
) => CarriedOut;

/** What an administrator's browser sends from the pages of applications. */
async function writesOfPages(visitor: Visitor, of: Of): Promise<readonly CarriedOut[]> {
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
  const shown = async (path: string): Promise<Readonly<Record<string, string>>> =>
    hiddenFields((await visitor.get(path)).html);
  const submit = async (
    operationId: string,
    path: string,
    fields: Readonly<Record<string, string>>,
    formPath = path,
  ): Promise<CarriedOut> => {
    const sent = form({ ...(await shown(formPath)), ...fields });
    return of(operationId, 'POST', path, { ...sent, headers: { ...sent.headers, cookie } });
  };
  const asSignIn = form(signIn);
  return [
    of('sign-in', 'POST', '/o/sign-in', {
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
