import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestService, type TestService } from '../../support/service.ts';
import { createVisitorAccounts, hiddenFields, openVisitor, register } from './visitor.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  process.env['HDS_BASE_URL'] = 'https://heritage.test/api';
  await createVisitorAccounts(service);
});

afterAll(async () => service?.close());

it('all links and redirects of the pages begin with the path of the base URL and have no host', async () => {
  const visitor = openVisitor(service);
  const redirect = await visitor.get('/o/applications/register');
  expect(redirect.location).toBe('/api/o/sign-in?next=%2Fo%2Fapplications%2Fregister');
  const signedIn = await visitor.signIn('ada', '/o/applications/register');
  expect(signedIn.location).toBe('/api/o/applications/register');
  const pagePath = await register(visitor);
  for (const path of [
    '/o/applications/',
    '/o/applications/register',
    pagePath,
    `${pagePath}/update`,
  ]) {
    const { html } = await visitor.get(path);
    const links = [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !/^(?:\/api\/|#)/.test(link ?? ''))).toEqual([]);
  }
  const signOutAnswer = await visitor.post(
    '/o/sign-out',
    hiddenFields((await visitor.get('/o/applications/')).html),
  );
  expect(signOutAnswer.location).toBe('/api/o/sign-in?done=signed-out');
});
