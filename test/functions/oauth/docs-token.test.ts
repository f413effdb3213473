import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { throttleLimits } from '../../../lib/model/accounts/throttle-limits.ts';
import { bearerHeader, createTestAccount, testPassword } from '../../support/accounts.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { captureSecurityLines, openVisitor, type ShownPage, type Visitor } from './visitor.ts';

const path = '/o/docs-token';
const ownSite = { 'sec-fetch-site': 'same-origin' };

let service: TestService;
let account: number;
let dora: Visitor;

beforeAll(async () => {
  service = await openTestService();
  account = await createTestAccount(service, 'dora', { isAdministrator: true });
});

beforeEach(async () => {
  await runStatement(service, 'delete from sign_in_attempt');
  dora = openVisitor(service);
  await dora.signIn('dora');
});

afterAll(async () => service?.close());

/** The CSRF token in the form of the page of operations, as a visitor gets it. */
async function readFormToken(visitor: Visitor): Promise<string> {
  const { html } = await visitor.get('/docs/resources', ownSite);
  return (
    /action="\/o\/docs-token">\s*<input type="hidden" name="form_token" value="([^"]+)"/.exec(
      html,
    )?.[1] ?? ''
  );
}

async function askForToken(
  visitor: Visitor,
  fields: Readonly<Record<string, string>> = { scope: 'read' },
): Promise<ShownPage> {
  return visitor.post(path, { form_token: await readFormToken(visitor), ...fields }, ownSite);
}

const writeFields = { scope: 'write', password: testPassword };

const tokenIn = ({ html }: ShownPage): string | undefined =>
  /id="issued-token"\s+value="([^"]+)"/.exec(html)?.[1];

const claimsSchema = z.record(z.string(), z.unknown());

/** The claims of a token, without a check of its signature. */
function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> {
  const [, claims = ''] = (token ?? '').split('.');
  return claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
}

const fetchWith = (token: string | undefined, target: string) =>
  service.fetch(target, { headers: bearerHeader(token ?? '') });

/** Sends a write. */
const createProject = (headers: Readonly<Record<string, string>>) =>
  service.fetch('/mobileprojects', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name: 'A survey' }),
  });

const countFamilies = async (): Promise<string> =>
  (await queryColumn(service, 'select count(*)::text from token_family'))[0] ?? '';

describe('a visitor who is signed in', () => {
  it('gets a token that reads for five minutes, without a refresh token, in a page that nothing stores', async () => {
    const page = await askForToken(dora);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.has('access-control-allow-origin')).toBe(false);
    const claims = claimsOf(tokenIn(page));
    expect(claims).toMatchObject({ sub: String(account), client_id: 'docs', scope: 'read' });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(300);
    const stored = await queryColumn(
      service,
      `select round(extract(epoch from f.expires_at - f.created_at))::text || ' ' || count(r)::text
from token_family f
left join refresh_token r using (token_family_id)
where f.token_family_id = '${String(claims['token_family'])}'
group by f.token_family_id`,
    );
    expect(stored).toEqual(['300 0']);
    expect((await fetchWith(tokenIn(page), `/user/${account}`)).status).toBe(200);
  });

  it('cannot write with the token that reads', async () => {
    const token = tokenIn(await askForToken(dora));
    const response = await createProject(bearerHeader(token ?? ''));
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'insufficient_scope' }),
    ]);
  });

  it('gets a token that writes after the password again', async () => {
    const page = await askForToken(dora, writeFields);
    expect(claimsOf(tokenIn(page))).toMatchObject({ client_id: 'docs', scope: 'read write' });
    const response = await createProject(bearerHeader(tokenIn(page) ?? ''));
    expect(response.status).toBe(201);
    const seconds = Number(claimsOf(tokenIn(page))['exp']) - Number(claimsOf(tokenIn(page))['iat']);
    expect(seconds).toBe(300);
  });

  it('has tokens that end with the session', async () => {
    const tokens = [
      tokenIn(await askForToken(dora)),
      tokenIn(await askForToken(dora, writeFields)),
    ];
    const statuses = () =>
      Promise.all(tokens.map(async (token) => (await fetchWith(token, `/user/${account}`)).status));
    expect(await statuses()).toEqual([200, 200]);
    await dora.post('/o/sign-out', { form_token: await readFormToken(dora) });
    expect(await statuses()).toEqual([401, 401]);
  });

  it('finds who got a token in the security log, which does not have the token', async () => {
    let token: string | undefined;
    const lines = await captureSecurityLines(async () => {
      token = tokenIn(await askForToken(dora, writeFields));
    });
    expect(lines).toEqual([
      expect.objectContaining({ event: 'sign-in', outcome: 'success', account }),
      expect.objectContaining({
        event: 'docs-token',
        outcome: 'success',
        account,
        client: 'docs',
        scope: 'read write',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  it('gets one with one Data API call to read, and with three to write', async () => {
    const form_token = await readFormToken(dora);
    const count = (fields: Readonly<Record<string, string>>) =>
      service.countCalls(() => dora.post(path, { form_token, ...fields }, ownSite));
    expect([await count({ scope: 'read' }), await count(writeFields)]).toEqual([1, 3]);
  });
});

describe('a wrong password', () => {
  it('gives no token, and the form again', async () => {
    const page = await askForToken(dora, { scope: 'write', password: 'wrong' });
    expect([page.status, tokenIn(page)]).toEqual([401, undefined]);
    expect(page.headers.get('x-amzn-remapped-www-authenticate')).toMatch(/^Cookie /);
    expect(page.html).toContain('password is wrong');
    expect(page.html).toContain('name="password"');
  });

  it('counts as a failed sign-in, so that too many of them also block the right one', async () => {
    const lines = await captureSecurityLines(() =>
      askForToken(dora, { scope: 'write', password: 'wrong' }),
    );
    expect(lines[0]).toMatchObject({ event: 'sign-in', outcome: 'wrong', account });
    const [failures] = await queryColumn(
      service,
      'select max(failures)::text from sign_in_attempt',
    );
    expect(failures).toBe('1');
    await runStatement(
      service,
      `update sign_in_attempt set failures = ${throttleLimits.nameFromAddress}`,
    );
    const page = await askForToken(dora, writeFields);
    expect([page.status, tokenIn(page)]).toEqual([429, undefined]);
    expect(page.headers.has('retry-after')).toBe(true);
    expect((await openVisitor(service).signIn('dora')).status).toBe(429);
  });

  it('is not counted if it is empty', async () => {
    const page = await askForToken(dora, { scope: 'write', password: '' });
    expect([page.status, tokenIn(page)]).toEqual([400, undefined]);
    expect(
      await queryColumn(service, 'select name_key from sign_in_attempt where failures > 0'),
    ).toEqual([]);
  });
});

describe('whoever has no session', () => {
  it('is sent to the sign-in', async () => {
    const form_token = await readFormToken(dora);
    const page = await openVisitor(service).post(path, { form_token, scope: 'read' }, ownSite);
    expect([page.status, page.location]).toEqual([303, '/o/sign-in?next=%2Fdocs']);
  });

  it('gets none with the cookie of a session that has ended', async () => {
    const form_token = await readFormToken(dora);
    const cookies = new Map(dora.cookies);
    await dora.post('/o/sign-out', { form_token });
    for (const [name, value] of cookies) dora.cookies.set(name, value);
    for (const fields of [{ scope: 'read' }, writeFields]) {
      const page = await dora.post(path, { form_token, ...fields }, ownSite);
      expect([page.status, page.location]).toEqual([303, '/o/sign-in?next=%2Fdocs']);
    }
  });

  it('gets none for an account that is not active', async () => {
    await createTestAccount(service, 'emma');
    const emma = openVisitor(service);
    await emma.signIn('emma');
    const form_token = await readFormToken(emma);
    const token = tokenIn(await askForToken(emma));
    await runStatement(service, "update account set is_active = false where username = 'emma'");
    for (const fields of [{ scope: 'read' }, writeFields]) {
      const page = await emma.post(path, { form_token, ...fields }, ownSite);
      expect([page.status, tokenIn(page)]).toEqual([303, undefined]);
    }
    expect((await fetchWith(token, '/resources')).status).toBe(401);
  });
});

describe('a hostile site', () => {
  it.each(['cross-site', 'same-site', 'none', 'nonsense', ''])(
    'gets no token by a form, even with the token of the form, if Sec-Fetch-Site is “%s”',
    async (site) => {
      const form_token = await readFormToken(dora);
      const before = await countFamilies();
      for (const fields of [{ scope: 'read' }, writeFields]) {
        const page = await dora.post(
          path,
          { form_token, ...fields },
          { origin: 'https://evil.example', ...(site === '' ? {} : { 'sec-fetch-site': site }) },
        );
        expect([page.status, tokenIn(page)]).toEqual([403, undefined]);
      }
      expect(await countFamilies()).toBe(before);
    },
  );

  it('gets none without the token of the form, or with that of its own session', async () => {
    await createTestAccount(service, 'mallory');
    const mallory = openVisitor(service);
    await mallory.signIn('mallory');
    const before = await countFamilies();
    for (const form_token of ['', 'x'.repeat(43), await readFormToken(mallory)]) {
      const page = await dora.post(path, { form_token, scope: 'read' }, ownSite);
      expect([page.status, tokenIn(page)]).toEqual([403, undefined]);
    }
    expect(await countFamilies()).toBe(before);
  });

  it('gets none with GET, in a frame or not', async () => {
    const form_token = await readFormToken(dora);
    const query = new URLSearchParams({ form_token, scope: 'read' }).toString();
    for (const destination of ['document', 'iframe', 'empty']) {
      const page = await dora.get(`${path}?${query}`, {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-dest': destination,
      });
      expect([page.status, tokenIn(page)]).toEqual([405, undefined]);
    }
  });

  it('cannot frame the pages, or read the token of the form with a script', async () => {
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const page of [await dora.get('/docs/resources', evil), await askForToken(dora)]) {
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(page.headers.get('cache-control')).toMatch(/no-store/);
      expect(page.headers.has('access-control-allow-origin')).toBe(false);
    }
    const preflight = await service.fetch(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('writes nothing with the cookie alone', async () => {
    const cookie = [...dora.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const site of ['same-origin', 'cross-site']) {
      const response = await createProject({ cookie, 'sec-fetch-site': site, origin: baseUrl });
      expect(response.status).toBe(401);
    }
  });
});
