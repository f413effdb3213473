import { createTestAccount, testPassword } from '../../support/accounts.ts';
import type { TestService } from '../../support/service.ts';
import {
  captureLogLines,
  parseSecurityLines,
  type SecurityLine,
} from '../every-caller/log-lines.ts';

type Fields = Readonly<Record<string, string>>;

/** A page as a visitor gets it. */
export type ShownPage = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The target of the redirect; empty if it is no redirect. */
  readonly location: string;
};

/** A browser that keeps and sends cookies, but does not follow redirects. */
export type Visitor = {
  readonly cookies: Map<string, string>;
  readonly get: (path: string, headers?: Fields) => Promise<ShownPage>;
  /** Sends a form without opening its page first. */
  readonly post: (path: string, fields: Fields, headers?: Fields) => Promise<ShownPage>;
  /** Opens the page of a form and sends the form with these fields. */
  readonly submit: (path: string, fields: Fields, headers?: Fields) => Promise<ShownPage>;
  readonly signIn: (username: string, next?: string) => Promise<ShownPage>;
};

/** The hidden fields of the last form of a page; the first form is that of the sign-out. */
export function hiddenFields(html: string): Fields {
  const form = html.slice(html.lastIndexOf('<form'));
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
}

/** Opens a browser without cookies. */
export function openVisitor(service: Pick<TestService, 'fetch'>): Visitor {
  const cookies = new Map<string, string>();

  async function sendRequest(path: string, init: RequestInit): Promise<ShownPage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    if (cookie !== '' && !headers.has('cookie')) headers.set('cookie', cookie);
    const response = await service.fetch(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get('location') ?? '',
    };
  }

  const get = (path: string, headers: Fields = {}): Promise<ShownPage> =>
    sendRequest(path, { headers });
  const post = (path: string, fields: Fields, headers: Fields = {}): Promise<ShownPage> =>
    sendRequest(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const submit = async (path: string, fields: Fields, headers?: Fields): Promise<ShownPage> =>
    post(path.replace(/\?.*/, ''), { ...hiddenFields((await get(path)).html), ...fields }, headers);
  return {
    cookies,
    get,
    post,
    submit,
    signIn: (username, next) =>
      submit(`/o/sign-in${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`, {
        username,
        password: testPassword,
      }),
  };
}

/** The accounts of these tests: `ada` and `ben` may administer applications, `cleo` may not. @returns the id of `ada` */
export async function createVisitorAccounts(service: TestService): Promise<number> {
  const ada = await createTestAccount(service, 'ada', {
    isAdministrator: true,
    email: 'ada@example.org',
  });
  await createTestAccount(service, 'ben', { groups: ['Application Administrator'] });
  await createTestAccount(service, 'cleo', { groups: ['Resource Editor'] });
  return ada;
}

/** The fields of a public application for the password grant. */
export const surveyApp: Fields = {
  name: 'Survey app',
  client_type: 'public',
  grant_type: 'password',
  redirect_uris: '',
};

/** Registers an application. @returns the path of its page */
export async function register(visitor: Visitor, fields: Fields = {}): Promise<string> {
  const { location, html } = await visitor.submit('/o/applications/register', {
    ...surveyApp,
    ...fields,
  });
  const [path] = /\/o\/applications\/[0-9a-f-]{36}/.exec(location === '' ? html : location) ?? [];
  if (path === undefined) throw new Error(`Nothing was registered: ${html}`);
  return path;
}

/** The lines of the security log that are written during a piece of work. */
export async function captureSecurityLines(
  work: () => Promise<unknown>,
): Promise<readonly SecurityLine[]> {
  const lines = captureLogLines();
  try {
    await work();
    return parseSecurityLines(lines.take());
  } finally {
    lines.end();
  }
}

/** The secret that a page shows; empty if it shows none. */
export function secretIn(html: string): string {
  return /id="client-secret"\s+value="([^"]+)"/.exec(html)?.[1] ?? '';
}
