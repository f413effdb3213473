import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestAccount } from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { openVisitor, type Visitor } from '../oauth/visitor.ts';
import { crawl } from './crawl.ts';
import { browserAccept, openToGuestWithHistory } from './data-pages.ts';

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await createTestAccount(service, 'administrator', { isAdministrator: true });
  await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
});

afterAll(async () => service?.close());

async function signIn(username: string): Promise<Visitor> {
  const visitor = openVisitor(service);
  await visitor.signIn(username);
  return visitor;
}

describe('the search for concepts', () => {
  it('leads to the page of the thesaurus if it has no words', async () => {
    const { status, location } = await openVisitor(service).get('/rdm/concepts/search?q=', {
      accept: browserAccept,
    });
    expect([status, location]).toEqual([303, '/rdm/concepts']);
  });
});

describe('every link that a browser reaches from the start page leads to a page or a document that is requested', () => {
  it('for an administrator', async () => {
    const { pages, dead } = await crawl(await signIn('administrator'));
    expect(dead).toEqual([]);
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining(['/history/', '/exports', '/o/applications/']),
    );
  });

  it('for an account that may read', async () => {
    const { pages, dead } = await crawl(await signIn('reader'));
    expect(dead).toEqual([]);
    expect([...pages.keys()]).toEqual(expect.arrayContaining(['/resources/', '/search', '/map']));
    expect([...pages.keys()]).not.toContain('/o/applications/');
  });

  it('for Guest, who may read nothing', async () => {
    const { dead } = await crawl(openVisitor(service));
    expect(dead).toEqual([]);
  });

  it('for Guest, who may read everything and the history', async () => {
    await openToGuestWithHistory(service);
    const { pages, dead } = await crawl(openVisitor(service));
    expect(dead).toEqual([]);
    expect([...pages.keys()]).toContain('/history/');
  });
});
