import type * as z from 'zod';

import { createGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { spatialView } from '../../../lib/http/schemas/spatial-views.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

/** Nodes of the model of places in the sample. */
export const placeNodeIds = {
  geometry: 'da7b73f0-d049-572d-ac5e-ec0da7edfafc',
  geometryKind: '4262382f-c29e-5ed5-80a7-9702a564cb02',
  extent: 'fb829471-cfce-5a51-8740-eedf788f9d63',
  name: 'db6e8558-7e6b-5733-91ec-581d8bf79c0e',
  placeType: '0643d809-fd90-5707-916d-69a1314dc8e9',
  locality: 'a376476e-e64b-50ce-bd3f-6f2ece693ab3',
  /** In a nodegroup that Guest may not read. */
  riskStatement: '39bf5701-74a7-559c-a23f-4afb3543c52a',
} as const;

/** A valid body of a request that creates a spatial view. */
export const validView = {
  slug: 'places',
  description: 'Places of the sample',
  geometrynodeid: placeNodeIds.geometry,
  language: 'en-US',
  attributenodes: [
    { nodeid: placeNodeIds.name, description: 'What it is called' },
    { nodeid: placeNodeIds.placeType, description: 'What it is' },
  ],
} as const;

export type ViewsCaller =
  | 'administrator'
  | 'application administrator'
  | 'application admin'
  | 'reader'
  | 'editor'
  | 'in no group';

/** Sends a request as an account, or anonymously without `as`. A body that is not a text, a form or bytes is sent as JSON. */
export type SendViewRequest = (
  method: string,
  path: string,
  more?: {
    readonly as?: ViewsCaller | undefined;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  },
) => Promise<Response>;

/** The service with the sample data, and a function that sends requests of its accounts. */
export type ViewsService = { readonly service: TestService; readonly send: SendViewRequest };

/** Opens the service with the sample data but without its spatial views. Guest may read nothing. */
export async function openViewsService(): Promise<ViewsService> {
  const service = await openSampleService();
  await service.stack.dataApi.write({ text: 'delete from spatial_view', parameters: [] });
  const owner = await createTestAccount(service, 'administrator', { isAdministrator: true });
  await createTestAccount(service, 'application administrator', {
    groups: ['Application Administrator'],
  });
  await runQuery(service.stack.dataApi.write, createGroup('Application Admin'));
  await createTestAccount(service, 'application admin', { groups: ['Application Admin'] });
  await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
  await createTestAccount(service, 'editor', { groups: ['Resource Editor'] });
  await createTestAccount(service, 'in no group');
  const { clientId } = await createTestApplication(service, owner);
  const tokens = new Map<ViewsCaller, Promise<string>>();
  const tokenOf = (name: ViewsCaller): Promise<string> => {
    const token =
      tokens.get(name) ??
      fetchTokens(service, name, clientId).then((answer) => answer.access_token);
    tokens.set(name, token);
    return token;
  };
  const send: SendViewRequest = async (method, path, { as, body, headers = {} } = {}) =>
    service.fetch(path, {
      method,
      headers: { ...(as === undefined ? {} : bearerHeader(await tokenOf(as))), ...headers },
      ...sentBody(body),
    });
  return { service, send };
}

/** Creates a spatial view. @param change the fields that differ from the valid body */
export async function createView({ send }: ViewsService, change: object): Promise<AnsweredView> {
  const answer = await send('POST', '/api/spatialviews', {
    as: 'administrator',
    body: { ...validView, ...change },
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  return spatialView.parse(await answer.json());
}

type AnsweredView = z.output<typeof spatialView>;

function sentBody(body: unknown): Pick<RequestInit, 'body'> {
  if (body === undefined) return {};
  const isReady = typeof body === 'string' || body instanceof FormData || body instanceof Buffer;
  return { body: isReady ? body : JSON.stringify(body) };
}
