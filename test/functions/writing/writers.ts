import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import type { TestService } from '../../support/service.ts';

/** An account that sends requests. */
export type TestWriter = {
  readonly accountId: number;
  /** Its access token. */
  readonly token: string;
  /** Sends a request as this account. */
  readonly sendRequest: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Headers,
  ) => Promise<Response>;
  /** Reads a document with GET. @throws Error if the status is not 200 */
  readonly read: (path: string) => Promise<unknown>;
};

type Headers = Readonly<Record<string, string>>;

/** Accounts of the three kinds that differ in what they may write, and one that may only read. */
export type TestWriters = {
  readonly administrator: TestWriter;
  /** A member of Resource Reviewer, whose writes count at once. */
  readonly reviewer: TestWriter;
  /** A member only of Resource Editor, whose writes are proposals. */
  readonly author: TestWriter;
  readonly anotherAuthor: TestWriter;
  readonly reader: TestWriter;
};

/** Creates the accounts of a test and signs them in. */
export async function createWriters(service: TestService): Promise<TestWriters> {
  const administrator = await createTestAccount(service, 'writing-administrator', {
    isAdministrator: true,
  });
  const { clientId } = await createTestApplication(service, administrator);
  const writer = async (username: string, accountId: number): Promise<TestWriter> => {
    const { access_token: token } = await fetchTokens(service, username, clientId);
    const sendRequest: TestWriter['sendRequest'] = (method, path, body, headers = {}) =>
      service.fetch(path, {
        method,
        headers: { ...bearerHeader(token), ...headers },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    return {
      accountId,
      token,
      sendRequest,
      read: async (path) => {
        const response = await sendRequest('GET', path);
        if (response.status !== 200) {
          throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
        }
        return response.json();
      },
    };
  };
  const member = async (username: string, groups: readonly string[]): Promise<TestWriter> =>
    writer(username, await createTestAccount(service, username, { groups }));
  return {
    administrator: await writer('writing-administrator', administrator),
    reviewer: await member('writing-reviewer', ['Resource Editor', 'Resource Reviewer']),
    author: await member('writing-author', ['Resource Editor']),
    anotherAuthor: await member('writing-another-author', ['Resource Editor']),
    reader: await member('writing-reader', ['Resource Exporter']),
  };
}
