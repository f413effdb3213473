import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { resetProcess } from '../../../lib/once-per-process.ts';
import { messageTexts } from '../../../lib/pages/words/messages.generated.ts';
import { createTestAccount } from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { openVisitor, type Visitor } from '../oauth/visitor.ts';
import { crawl } from './crawl.ts';
import { browserAccept, listDataPagePaths, openToGuestWithHistory } from './data-pages.ts';
import { addEdits } from './hostile-record.ts';
import { findStrayTexts, messageEnd, messageStart } from './stray-texts.ts';

/** Pages to which no link leads: errors, empty lists, and what is wrong with a search. */
const otherPages = [
  '/no/such/page',
  '/resources/nothing',
  '/resources/?graph=nothing',
  '/resources/?q=qqqq',
  '/resources/?q=church&limit=2',
  '/rdm/concepts/search?q=qqqq',
  '/rdm/concepts?nodetype=Nothing',
  '/history/?person=nobody',
  '/ogc/collections/nothing',
  '/search?near=nowhere&unknown=1&bbox=-180,-90,180,90',
  '/search?changed=1900-01-01..',
  '/search?map-filter=x&term-filter=y',
  '/docs',
  '/o/sign-in',
  '/o/sign-in?done=signed-out',
];

const headers = { 'accept-language': 'nl' };

let service: TestService;
const dutch: string = messageTexts.nl;

/** Puts each English message between brackets in place of the Dutch one. */
function replaceDutch(): void {
  const texts: readonly string[] = JSON.parse(messageTexts.en);
  const bracketed = texts.map((text) => `${messageStart}${text}${messageEnd}`);
  Object.assign(messageTexts, { nl: JSON.stringify(bracketed) });
}

async function signIn(username: string): Promise<Visitor> {
  const visitor = openVisitor(service);
  await visitor.signIn(username);
  return visitor;
}

const readPage = async (visitor: Visitor, path: string): Promise<string> => {
  const { html } = await visitor.get(path, { accept: browserAccept, ...headers });
  return html;
};

beforeAll(async () => {
  replaceDutch();
  service = await openSampleService();
  await createTestAccount(service, 'administrator', { isAdministrator: true });
  await addEdits(service);
});

afterAll(async () => {
  Object.assign(messageTexts, { nl: dutch });
  await service?.close();
  resetProcess();
});

/** The stray texts of pages, with the page before each. */
const strayTexts = (pages: Iterable<readonly [path: string, html: string]>): readonly string[] => [
  ...new Set(
    [...pages].flatMap(([path, html]) => findStrayTexts(html).map((text) => `${path}: ${text}`)),
  ),
];

describe('every text of a page is a message in the language of the reader, or data', () => {
  it('on all pages that an administrator reaches from the start page', async () => {
    const { pages } = await crawl(await signIn('administrator'), 'nl');
    expect(pages.size).toBeGreaterThan(20);
    expect(strayTexts(pages)).toEqual([]);
  });

  it('on every page of data', async () => {
    const visitor = await signIn('administrator');
    const paths = await listDataPagePaths();
    const pages = await Promise.all(
      paths.map(async (path) => [path, await readPage(visitor, path)] as const),
    );
    expect(strayTexts(pages)).toEqual([]);
  });

  it('on empty pages, and on pages about errors', async () => {
    const visitor = openVisitor(service);
    await openToGuestWithHistory(service);
    const pages = await Promise.all(
      otherPages.map(async (path) => [path, await readPage(visitor, path)] as const),
    );
    expect(pages.filter(([, html]) => !html.includes(messageStart))).toEqual([]);
    expect(strayTexts(pages)).toEqual([]);
  });

  it('on forms that are refused', async () => {
    const visitor = await signIn('administrator');
    const refused = [
      await openVisitor(service).submit(
        '/o/sign-in',
        { username: 'nobody', password: 'wrong' },
        headers,
      ),
      await openVisitor(service).submit('/o/sign-in', { username: '', password: '' }, headers),
      await visitor.submit('/o/applications/register', { name: '', redirect_uris: 'x' }, headers),
      await visitor.post('/o/applications/register', {}, headers),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 400, 400, 403]);
    expect(strayTexts(refused.map(({ html }, index) => [String(index), html]))).toEqual([]);
  });
});
