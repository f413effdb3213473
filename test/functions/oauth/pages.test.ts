import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openGateway, type Gateway } from '../../gateway/emulator/gateway.ts';
import { listRoutedOperations, type RoutedOperation } from '../../gateway/operations.ts';
import { testPassword } from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import {
  createVisitorAccounts,
  hiddenFields,
  openVisitor,
  register,
  surveyApp,
  captureSecurityLines,
  type ShownPage,
  type Visitor,
} from './visitor.ts';

const sessionCookie = '__Host-heritage-session';

let service: TestService;
let ada: Visitor;
let applicationPath: string;
let operations: readonly RoutedOperation[];
/** A gateway that gives each function 4 seconds; a function reserves 3 of them for its answer. */
let hurriedGateway: Gateway;

beforeAll(async () => {
  service = await openTestService();
  await createVisitorAccounts(service);
  ada = openVisitor(service);
  await ada.signIn('ada');
  applicationPath = await register(ada, { client_type: 'confidential' });
  hurriedGateway = await openGateway('sources', 4000);
  const routedOperations = await listRoutedOperations(hurriedGateway.api);
  operations = routedOperations.filter(({ operation }) => operation.access === 'session');
});

afterAll(async () => service?.close());

/** The paths of the pages with a method, filled in with the id of a stored application. */
function listPaths(
  method: string,
  includesPath: (path: string) => boolean = () => true,
): readonly string[] {
  const matchingPaths = operations
    .filter(
      (routedOperation) =>
        routedOperation.method === method && includesPath(routedOperation.resourcePath),
    )
    .map((routedOperation) =>
      routedOperation.resourcePath.replace(/^\/o\/applications\/\{\w+\}/, applicationPath),
    );
  expect(matchingPaths.length).toBeGreaterThan(0);
  return matchingPaths;
}

const isForAdministrators = (path: string): boolean =>
  !path.startsWith('/o/sign-') && path !== '/o/docs-token';
const readApplications = () =>
  queryColumn(service, 'select oauth_application::text from oauth_application');

/** Valid fields for every form. */
async function validFields(visitor: Visitor): Promise<Readonly<Record<string, string>>> {
  const hidden = hiddenFields((await visitor.get('/o/applications/register')).html);
  return { ...surveyApp, ...hidden, name: 'Changed', username: 'ada', password: testPassword };
}

/** Sends a request to every form as a signed-in administrator, and checks that no application and no session changes. */
async function sendToEveryForm(
  send: (path: string, fields: Readonly<Record<string, string>>) => Promise<ShownPage>,
): Promise<readonly ShownPage[]> {
  const applicationsBefore = await readApplications();
  const fields = await validFields(ada);
  const answers: ShownPage[] = [];
  for (const path of listPaths('POST')) answers.push(await send(path, fields));
  expect(await readApplications()).toEqual(applicationsBefore);
  expect((await ada.get('/o/applications/')).status).toBe(200);
  return answers;
}

describe('every page', () => {
  it('is an operation with the access `session`, with a path under /o/', () => {
    expect(operations.every(({ resourcePath }) => resourcePath.startsWith('/o/'))).toBe(true);
    expect(operations).toHaveLength(13);
  });

  it('is an HTML document with a language and one heading, and loads no other file', async () => {
    for (const path of listPaths('GET', isForAdministrators)) {
      const { status, headers, html } = await ada.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html).toMatch(/^<!doctype html>\s*<html lang="en" dir="ltr">/);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    }
  });

  it('has headers that allow only its own style and script, and forbid frames, caching and the header Referer', async () => {
    const pages = await Promise.all(
      listPaths('GET').map((path) =>
        (isForAdministrators(path) ? ada : openVisitor(service)).get(path),
      ),
    );
    for (const { headers, html } of pages) {
      const hash = (name: string) => {
        const [, text = ''] = new RegExp(`<${name}>([^]*?)</${name}>`).exec(html) ?? [];
        return `sha256-${createHash('sha256').update(text).digest('base64')}`;
      };
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src '${hash('style')}'; script-src '${hash('script')}'; ` +
          "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        vary: expect.stringContaining('Cookie'),
      });
      expect(html).not.toMatch(/ style="| on[a-z]+="/);
    }
  });

  it('has no CORS header that allows another site', async () => {
    for (const path of listPaths('GET')) {
      const { headers } = await ada.get(path, { origin: 'https://evil.example' });
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('redirects to the sign-in page, with the address to return to, if there is no session', async () => {
    for (const path of listPaths('GET', isForAdministrators)) {
      const { status, location } = await openVisitor(service).get(path);
      expect([status, location.replace(/%2F$/, '')]).toEqual([
        303,
        `/o/sign-in?next=${encodeURIComponent(path)}`,
      ]);
    }
  });

  it('answers 403 to an account that may not administer applications, also if the account sends a form', async () => {
    const cleo = openVisitor(service);
    await cleo.signIn('cleo');
    const applicationsBefore = await readApplications();
    const hiddenFieldsOfPage = hiddenFields((await cleo.get('/o/applications/')).html);
    for (const path of listPaths('GET', isForAdministrators)) {
      expect((await cleo.get(path)).status).toBe(403);
    }
    for (const path of listPaths('POST', isForAdministrators)) {
      const page = await cleo.post(path, {
        ...surveyApp,
        ...hiddenFieldsOfPage,
        client_id: 'C'.repeat(40),
      });
      expect(page.status).toBe(403);
      expect(page.html).toContain('Application Administrator');
    }
    expect(await readApplications()).toEqual(applicationsBefore);
  });

  it('answers HEAD as GET, without a body', async () => {
    for (const path of listPaths('GET')) {
      const response = await service.fetch(path, {
        method: 'HEAD',
        headers: { cookie: `${sessionCookie}=${ada.cookies.get(sessionCookie)}` },
      });
      expect([200, 303]).toContain(response.status);
      await expect(response.text()).resolves.toBe('');
    }
  });

  it('answers a repeated parameter with 400 in HTML', async () => {
    const page = await ada.get('/o/applications/?done=deleted&done=deleted');
    expect(page.status).toBe(400);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

describe('every form', () => {
  it('is refused with 403 without its token, and the refusal is written to the security log', async () => {
    let answers: readonly ShownPage[] = [];
    const lines = await captureSecurityLines(async () => {
      answers = await sendToEveryForm((path, fields) => {
        const otherFields = Object.entries(fields).filter(([name]) => name !== 'form_token');
        return ada.post(path, Object.fromEntries(otherFields));
      });
    });
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect(answers[0]?.html).toContain('The form was not accepted');
    expect(lines).toEqual(
      answers.map(() =>
        expect.objectContaining({ event: 'refusal', reason: 'forged_form', status: 403 }),
      ),
    );
  });

  it('is refused with 403 if its token is of another session or malformed', async () => {
    const otherVisitor = openVisitor(service);
    await otherVisitor.signIn('ada');
    const foreignToken = (await validFields(otherVisitor))['form_token'] ?? '';
    for (const token of [
      foreignToken,
      `${foreignToken}x`,
      foreignToken.slice(1),
      '',
      'ä'.repeat(43),
    ]) {
      for (const { status } of await sendToEveryForm((path, fields) =>
        ada.post(path, { ...fields, form_token: token }),
      )) {
        expect(status).toBe(403);
      }
    }
  });

  it.each(['cross-site', 'same-site', 'nonsense'])(
    'is refused with 403 if Sec-Fetch-Site is %s',
    async (site) => {
      for (const { status } of await sendToEveryForm((path, fields) =>
        ada.post(path, fields, { 'sec-fetch-site': site }),
      )) {
        expect(status).toBe(403);
      }
    },
  );

  it('is accepted if Sec-Fetch-Site is same-origin or none', async () => {
    for (const site of ['same-origin', 'none']) {
      const answer = await ada.submit('/o/applications/register', surveyApp, {
        'sec-fetch-site': site,
      });
      expect(answer.status).toBe(303);
    }
  });

  it('redirects to the sign-in page, with the address of its own page, if there is no session', async () => {
    const applicationsBefore = await readApplications();
    for (const path of listPaths('POST', isForAdministrators)) {
      const page = await openVisitor(service).post(path, await validFields(ada));
      const encodedPath = encodeURIComponent(path.replace(/\/secret$/, ''));
      expect([page.status, page.location]).toEqual([303, `/o/sign-in?next=${encodedPath}`]);
    }
    expect(await readApplications()).toEqual(applicationsBefore);
  });

  it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', ''])(
    'is refused if its content type is "%s"',
    async (type) => {
      for (const { status, html } of await sendToEveryForm((path, fields) =>
        ada.post(path, fields, { 'content-type': type }),
      )) {
        expect([400, 415]).toContain(status);
        expect(html).toMatch(/^<!doctype html>/);
      }
    },
  );

  it('is refused if a field is repeated', async () => {
    for (const repeatedField of ['name', 'client_type', 'form_token']) {
      const fields = new URLSearchParams({ ...(await validFields(ada)) });
      fields.append(repeatedField, fields.get(repeatedField) ?? '');
      const response = await service.fetch('/o/applications/register', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: `${sessionCookie}=${ada.cookies.get(sessionCookie)}`,
        },
        body: fields.toString(),
      });
      expect(response.status).toBe(repeatedField === 'form_token' ? 403 : 400);
      expect(await response.text()).toMatch(/^<!doctype html>/);
    }
  });

  it('is refused if it is larger than 64 KiB', async () => {
    for (const { status, html } of await sendToEveryForm((path, fields) =>
      ada.post(path, { ...fields, redirect_uris: 'x'.repeat(70_000) }),
    )) {
      expect([413, 403]).toContain(status);
      expect(html).toMatch(/^<!doctype html>/);
    }
  });

  it('is refused with 400 if a field contains U+0000', async () => {
    const page = await ada.submit('/o/applications/register', { ...surveyApp, name: 'a\0b' });
    expect(page.status).toBe(400);
    expect(page.html).toMatch(/^<!doctype html>/);
  });
});

describe('a page while the Data API fails', () => {
  async function getPageWithFault(
    kind: 'forbidden' | 'resuming',
    visitor: Visitor,
  ): Promise<ShownPage> {
    service.stack.server.faults.add({ when: 'before', kind, times: 1000 });
    const page = await visitor.get('/o/applications/');
    service.stack.server.faults.clear();
    return page;
  }

  it('has no internal details in a 500, only the request id', async () => {
    const page = await getPageWithFault('forbidden', ada);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      500,
      'text/html; charset=utf-8',
    ]);
    expect(page.html).toContain(page.headers.get('x-request-id'));
    const [main] = /<main[^]*<\/main>/.exec(page.html) ?? [];
    expect(main).not.toMatch(/arn:|select|postgres|\.ts\b|node_modules|Exception/i);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('is 503 with Retry-After if the database does not start in time', async () => {
    const visitor = openVisitor({
      fetch: (path, init) => hurriedGateway.fetch(new Request(`${baseUrl}${path}`, init)),
    });
    for (const [name, value] of ada.cookies) visitor.cookies.set(name, value);
    const page = await getPageWithFault('resuming', visitor);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10']);
    expect(page.html).toContain('The database is starting');
  });
});
