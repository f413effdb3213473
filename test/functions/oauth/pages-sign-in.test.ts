import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestAccount, testPassword } from '../../support/accounts.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import {
  createVisitorAccounts,
  hiddenFields,
  openVisitor,
  captureSecurityLines,
} from './visitor.ts';

const sessionCookie = '__Host-heritage-session';
const formCookie = '__Host-heritage-form';
const failureMessage = 'The username or the password is wrong, or the account is not active.';

let service: TestService;
let adaId: number;

beforeAll(async () => {
  service = await openTestService();
  adaId = await createVisitorAccounts(service);
});

afterAll(async () => service?.close());

describe('signing in with a browser', () => {
  it('redirects to the start page if the username and the password are correct', async () => {
    const visitor = openVisitor(service);
    const page = await visitor.signIn('ada');
    expect([page.status, page.location]).toEqual([303, '/']);
    const startPage = await visitor.get(page.location, { accept: 'text/html' });
    expect(startPage.html).toContain('Sign out');
  });

  it('accepts an e-mail address in any letter case', async () => {
    expect((await openVisitor(service).signIn('Ada@Example.org')).status).toBe(303);
  });

  it('sets a cookie for eight hours, which scripts and other sites cannot use', async () => {
    const page = await openVisitor(service).signIn('ada');
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-heritage-session=[\w-]{43}\.\d+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=28800$/,
      ),
    ]);
    const [hours] = await queryColumn(
      service,
      'select round(extract(epoch from max(expires_at) - now()) / 3600)::int4 from browser_session',
    );
    expect(hours).toBe('8');
  });

  it('stores only a hash of the session cookie', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('ada');
    const storedHashes = await queryColumn(service, 'select session_hash from browser_session');
    const [secret = ''] = (visitor.cookies.get(sessionCookie) ?? '').split('.');
    expect(secret).not.toBe('');
    expect(storedHashes).not.toContain(secret);
    expect(storedHashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  });

  it('takes two Data API calls', async () => {
    const visitor = openVisitor(service);
    const fields = hiddenFields((await visitor.get('/o/sign-in')).html);
    const calls = await service.countCalls(() =>
      visitor.post('/o/sign-in', { ...fields, username: 'ada', password: testPassword }),
    );
    expect(calls).toBe(2);
  });

  it('shows its form without a Data API call', async () => {
    expect(await service.countCalls(() => openVisitor(service).get('/o/sign-in'))).toBe(0);
  });

  it('begins a new session, even if the browser sends a session cookie', async () => {
    const plantedSession = `${'A'.repeat(43)}.1`;
    const visitor = openVisitor(service);
    visitor.cookies.set(sessionCookie, plantedSession);
    expect((await visitor.signIn('ada')).status).toBe(303);
    const firstSession = visitor.cookies.get(sessionCookie);
    expect(firstSession).not.toBe(plantedSession);
    const otherVisitor = openVisitor(service);
    otherVisitor.cookies.set(sessionCookie, plantedSession);
    expect((await otherVisitor.get('/o/applications/')).status).toBe(303);
    const thirdVisitor = openVisitor(service);
    await thirdVisitor.signIn('ada');
    expect(thirdVisitor.cookies.get(sessionCookie)).not.toBe(firstSession);
  });

  it('redirects a signed-in account to the requested page without showing the form', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('ada');
    const page = await visitor.get('/o/sign-in?next=/o/applications/register');
    expect([page.status, page.location]).toEqual([303, '/o/applications/register']);
  });
});

describe('a failed sign-in', () => {
  it.each([
    ['a wrong password', 'ada', 'wrong password'],
    ['an unknown name', 'nobody', testPassword],
  ])('shows the form again with the same message for %s', async (_, username, password) => {
    const visitor = openVisitor(service);
    const page = await visitor.submit('/o/sign-in', { username, password: password });
    expect(page.status).toBe(401);
    expect(page.html).toContain(failureMessage);
    expect(page.html).toContain(`value="${username}"`);
    expect(page.html).not.toContain(password);
    expect(visitor.cookies.has(sessionCookie)).toBe(false);
  });

  it('sends a challenge with the scheme Cookie in a header of its 401', async () => {
    const page = await openVisitor(service).submit('/o/sign-in', {
      username: 'nobody',
      password: 'x',
    });
    expect(page.headers.get('x-amzn-remapped-www-authenticate')).toMatch(/^Cookie /);
  });

  it('shows the same message for a deactivated account', async () => {
    await createTestAccount(service, 'dora');
    await runStatement(service, "update account set is_active = false where username = 'dora'");
    const page = await openVisitor(service).signIn('dora');
    expect(page.status).toBe(401);
    expect(page.html).toContain(failureMessage);
  });

  it('keeps the requested page, and its form can be sent again', async () => {
    const visitor = openVisitor(service);
    const page = await visitor.submit('/o/sign-in?next=/o/applications/register', {
      username: 'ada',
      password: 'wrong password',
    });
    const secondAnswer = await visitor.post('/o/sign-in', {
      ...hiddenFields(page.html),
      username: 'ada',
      password: testPassword,
    });
    expect([secondAnswer.status, secondAnswer.location]).toEqual([303, '/o/applications/register']);
  });

  it('names the empty fields without a Data API call', async () => {
    const visitor = openVisitor(service);
    const calls = await service.countCalls(async () => {
      const page = await visitor.submit('/o/sign-in', { username: ' ', password: '' });
      expect(page.status).toBe(400);
      expect(page.html).toContain('<a href="#username">Type your username.</a>');
      expect(page.html).toContain('<a href="#password">Type your password.</a>');
    });
    expect(calls).toBe(0);
  });

  it('is followed by 429 after five failures, even for the right password', async () => {
    const visitor = openVisitor(service);
    const attempt = () => visitor.submit('/o/sign-in', { username: 'ben', password: 'wrong' });
    for (let attempts = 0; attempts < 5; attempts += 1) expect((await attempt()).status).toBe(401);
    const page = await visitor.signIn('ben');
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.html).toContain('Too many sign-ins have failed.');
    expect(page.html).toContain('value="ben"');
    await runStatement(service, 'delete from sign_in_attempt');
  });
});

describe('the page after a sign-in', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/o/..//evil.example',
    '/o/@evil.example',
    'javascript:alert(1)',
    '/o/\r\nSet-Cookie: a=b',
    '/o',
    '',
  ])('is the start page if the requested page is %s', async (next) => {
    expect((await openVisitor(service).signIn('ada', next)).location).toBe('/');
  });

  it('is the requested page under /o/applications/', async () => {
    const visitor = openVisitor(service);
    const path = '/o/applications/3f2a9a30-7c1c-4e0e-9d0a-5b1f6c7d8e9f/update';
    const redirect = await visitor.get(path);
    expect([redirect.status, redirect.location]).toEqual([
      303,
      `/o/sign-in?next=${encodeURIComponent(path)}`,
    ]);
    expect((await visitor.signIn('ada', path)).location).toBe(path);
  });

  it('is checked again if it is sent as a field of the form', async () => {
    const page = await openVisitor(service).submit('/o/sign-in', {
      username: 'ada',
      password: testPassword,
      next: '//evil.example',
    });
    expect(page.location).toBe('/');
  });
});

describe('a session', () => {
  it('ends when it expires', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('ada');
    await runStatement(
      service,
      "update browser_session set expires_at = now() - interval '1 second'",
    );
    expect((await visitor.get('/o/applications/')).location).toMatch(/^\/o\/sign-in\?/);
    expect((await visitor.get('/o/sign-in')).status).toBe(200);
  });

  it('ends when its account is deactivated', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('ada');
    const registrationPage = await visitor.get('/o/applications/register');
    await runStatement(service, "update account set is_active = false where username = 'ada'");
    expect((await visitor.get('/o/applications/')).status).toBe(303);
    const answer = await visitor.post('/o/applications/register', {
      ...hiddenFields(registrationPage.html),
      name: 'Late',
      client_type: 'public',
      grant_type: 'password',
    });
    expect(answer.location).toMatch(/^\/o\/sign-in\?/);
    expect(await queryColumn(service, 'select name from oauth_application')).toEqual([]);
    await runStatement(service, "update account set is_active = true where username = 'ada'");
  });

  it.each([
    '',
    'x',
    'A'.repeat(43),
    `${'A'.repeat(43)}.1`,
    'a'.repeat(4000),
    "' or true --",
    '%00',
  ])('does not exist for the invented cookie %s', async (value) => {
    const visitor = openVisitor(service);
    visitor.cookies.set(sessionCookie, value);
    expect((await visitor.get('/o/applications/')).status).toBe(303);
  });

  it('of an account without the required group gets a 403 page that names the group', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('cleo');
    const page = await visitor.get('/o/applications/');
    expect(page.status).toBe(403);
    expect(page.html).toContain('Application Administrator');
    expect(page.html).toContain('cleo');
    const signOutAnswer = await visitor.post('/o/sign-out', hiddenFields(page.html));
    expect(signOutAnswer.status).toBe(303);
  });

  it('of a member of the group Application Administrator gives access to the applications', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('ben');
    expect((await visitor.get('/o/applications/')).status).toBe(200);
  });
});

describe('signing out', () => {
  it('ends the session on the server, and deletes the cookie', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('ada');
    const secret = visitor.cookies.get(sessionCookie) ?? '';
    const list = await visitor.get('/o/applications/');
    let page = list;
    let calls = 0;
    const logLines = await captureSecurityLines(async () => {
      calls = await service.countCalls(async () => {
        page = await visitor.post('/o/sign-out', hiddenFields(list.html));
      });
    });
    expect([page.status, page.location, calls]).toEqual([303, '/o/sign-in?done=signed-out', 1]);
    expect(page.headers.getSetCookie()).toEqual([
      '__Host-heritage-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0',
    ]);
    expect(logLines).toMatchObject([{ event: 'sign-out', account: adaId }]);
    expect(visitor.cookies.has(sessionCookie)).toBe(false);
    visitor.cookies.set(sessionCookie, secret);
    expect((await visitor.get('/o/applications/')).status).toBe(303);
  });

  it('is confirmed on the next page', async () => {
    const page = await openVisitor(service).get('/o/sign-in?done=signed-out');
    expect(page.html).toContain('You are signed out.');
  });

  it('succeeds without a session', async () => {
    const page = await openVisitor(service).post('/o/sign-out', {});
    expect([page.status, page.location]).toEqual([303, '/o/sign-in?done=signed-out']);
  });

  it('is refused with 403 without the token of the form', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('ada');
    expect((await visitor.post('/o/sign-out', {})).status).toBe(403);
    expect((await visitor.get('/o/applications/')).status).toBe(200);
  });
});

describe('the sign-in form', () => {
  it('is refused with 403 if it is sent from another browser', async () => {
    const fields = hiddenFields((await openVisitor(service).get('/o/sign-in')).html);
    const otherVisitor = openVisitor(service);
    const typedFields = { ...fields, username: 'ada', password: testPassword };
    expect((await otherVisitor.post('/o/sign-in', typedFields)).status).toBe(403);
    await otherVisitor.get('/o/sign-in');
    expect((await otherVisitor.post('/o/sign-in', typedFields)).status).toBe(403);
    expect(otherVisitor.cookies.has(sessionCookie)).toBe(false);
  });

  it('can be open in two tabs at once', async () => {
    const visitor = openVisitor(service);
    const fieldsOfFirstTab = hiddenFields((await visitor.get('/o/sign-in')).html);
    await visitor.get('/o/sign-in');
    const page = await visitor.post('/o/sign-in', {
      ...fieldsOfFirstTab,
      username: 'ada',
      password: testPassword,
    });
    expect(page.status).toBe(303);
  });

  it('replaces a malformed form cookie', async () => {
    const visitor = openVisitor(service);
    visitor.cookies.set(formCookie, 'a;Path=/; b=%');
    await visitor.get('/o/sign-in');
    expect(visitor.cookies.get(formCookie)).toMatch(/^[\w-]{43}$/);
  });
});
