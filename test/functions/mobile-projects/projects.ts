import * as z from 'zod';

import {
  mobileProjectBody,
  mobileProjectsBody,
} from '../../../lib/http/schemas/mobile-projects.ts';
import {
  bearerHeader,
  createTestAccount,
  postForm,
  testPassword,
  type TestAccountOptions,
} from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

/** A project as the service returns it. */
export type Project = z.output<typeof mobileProjectBody>;

/** The parts of a request. */
export type RequestParts = {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** An account that sends requests with its own token. */
export type Person = {
  readonly id: number;
  /** The value of the header Authorization. */
  readonly authorization: string;
  readonly sendRequest: (path: string, parts?: RequestParts) => Promise<Response>;
  readonly list: (query?: string) => Promise<readonly Project[]>;
  readonly readProject: (id: string) => Promise<Project>;
  /** Sends a project. @throws if it is refused */
  readonly store: (method: 'POST' | 'PUT', path: string, body: unknown) => Promise<Project>;
};

/** Creates an account with a token of POST /auth/get_token. */
export async function createPerson(
  service: TestService,
  username: string,
  account?: TestAccountOptions,
): Promise<Person> {
  const id = await createTestAccount(service, username, account);
  const token = await (
    await postForm(service, '/auth/get_token', { username, password: testPassword })
  ).text();
  const sendRequest = (path: string, { method = 'GET', body, headers = {} }: RequestParts = {}) =>
    service.fetch(path, {
      method,
      headers: { ...bearerHeader(token), 'content-type': 'application/json', ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const readJson = async (response: Response, status: number): Promise<unknown> => {
    const text = await response.text();
    if (response.status !== status) throw new Error(`${username} got ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    id,
    authorization: `Bearer ${token}`,
    sendRequest,
    list: async (query = '') =>
      mobileProjectsBody.parse(await readJson(await sendRequest(`/mobileprojects${query}`), 200)),
    readProject: async (projectId) =>
      mobileProjectBody.parse(
        await readJson(await sendRequest(`/mobileprojects/${projectId}`), 200),
      ),
    store: async (method, path, body) =>
      mobileProjectBody.parse(
        await readJson(await sendRequest(path, { method, body }), method === 'POST' ? 201 : 200),
      ),
  };
}

const invalidInput = z.object({
  status: z.literal(400),
  code: z.literal('invalid_input'),
  errors: z.array(z.object({ in: z.literal('body'), pointer: z.string(), detail: z.string() })),
});

/** Reads the pointers of the errors of a 400, in order. */
export async function readErrorPointers(response: Response): Promise<readonly string[]> {
  const { errors } = invalidInput.parse(await response.json());
  return errors.map(({ pointer }) => pointer);
}

/** The ids of the cards of a model of the sample, in the order of the model. */
export function cardsOf(service: TestService, slug: string): Promise<readonly string[]> {
  return queryColumn(
    service,
    `select c.card_id::text
from card c
join graph g on g.graph_id = c.graph_id
where g.slug = '${slug}'
order by c.sort_order, c.card_id`,
  );
}
