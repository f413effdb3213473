import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { setGroupDefaults } from '../../infra/cli/accounts/queries/groups.ts';
import { insertSpatialView } from '../../lib/queries/spatial-views/write-view.ts';
import { openToGuestWithHistory, sampleIds } from '../functions/pages/data-pages.ts';
import { addEdits, addTiles, hostileTexts, writeText } from '../functions/pages/hostile-record.ts';
import { sampleSpatialView } from '../support/sample.ts';
import { testPages } from './check-page.ts';
import { inWindow, openChromium } from './chromium.ts';
import { openSite, signIn, type Site } from './site.ts';

const record = `/resources/${sampleIds.resource_instance_id}`;

const places = `/ogc/collections/${sampleIds.collectionId}`;

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await openSite('sample');
  await site.service.stack.dataApi.write(insertSpatialView(sampleSpatialView, 3857));
  await openToGuestWithHistory(site.service);
  await addEdits(site.service);
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens every page of data, and calls `visit` each time. */
async function visitDataPages(page: Page, visit: (name: string) => Promise<void>): Promise<void> {
  const paths = [
    '/',
    '/resources/',
    '/resources/?limit=3',
    '/resources/?q=hotel&limit=2',
    '/resources/?q=qqqq',
    record,
    `${record}/history`,
    `${record}/history?limit=2`,
    '/graphs',
    `/graphs/${sampleIds.graph_id_or_slug}`,
    '/rdm/concepts',
    '/rdm/concepts?nodetype=Collection&limit=1',
    `/rdm/concepts/${sampleIds.concept_instance_id}`,
    '/rdm/concepts/search?q=church',
    '/rdm/concepts/search?q=qqqq',
    '/map',
    '/history/',
    '/history/?person=nobody',
    '/exports',
    '/no/such/page',
    '/ogc',
    '/ogc/api',
    '/ogc/conformance',
    '/ogc/collections',
    places,
    `${places}/items?limit=2`,
    `${places}/items/${sampleIds.featureId}`,
    '/ogc/collections/nothing',
    '/resources/nothing',
    '/resources/?graph=nothing',
  ];
  for (const path of paths) {
    await page.goto(path);
    await visit(path);
  }
}

describe('every page of data', () => {
  testPages((check) =>
    inWindow(browser, site.origin, { width: 375 }, (page) =>
      visitDataPages(page, (name) => check(page, name)),
    ),
  );
});

describe('a reader', () => {
  it('comes from the start page to a record and to a concept without a mouse or a script', () =>
    inWindow(browser, site.origin, { script: false }, async (page) => {
      const follow = async (name: string): Promise<void> => {
        await page.getByRole('link', { name, exact: true }).first().focus();
        await page.keyboard.press('Enter');
      };
      await page.goto('/');
      await follow('Heritage Place');
      await page.getByRole('heading', { name: 'Records' }).waitFor();
      await follow('Machu Picchu');
      await page.getByRole('heading', { name: 'Machu Picchu' }).waitFor();
      await follow('Ancient city');
      await page.getByRole('heading', { name: 'Ancient city' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/rdm/concepts/${sampleIds.concept_instance_id}`);
    }));

  it('signs in from a record and returns to it', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto(record);
      const signInPage = await page.getByRole('link', { name: 'Sign in' }).getAttribute('href');
      await signIn(page, signInPage ?? '');
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(record);
    }));

  it('searches by name without a script, and keeps the model', () =>
    inWindow(browser, site.origin, { script: false }, async (page) => {
      await page.goto('/resources/?graph=heritage-place');
      const box = page.getByRole('searchbox', { name: 'Search' });
      await box.fill('machu');
      await box.press('Enter');
      await page.getByRole('link', { name: 'Machu Picchu' }).waitFor();
      const { searchParams } = new URL(page.url());
      expect([...searchParams]).toEqual([
        ['q', 'machu'],
        ['graph', 'heritage-place'],
      ]);
    }));

  it('gets suggestions while typing, opens one by keyboard, and closes them with Escape', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/');
      const box = page.getByRole('searchbox', { name: 'Search' });
      const suggestions = page.getByRole('list', { name: 'Suggestions' });
      const suggestion = suggestions.getByRole('link', { name: 'Machu Picchu', exact: true });
      await box.pressSequentially('mach');
      await suggestion.waitFor();
      await page.keyboard.press('Escape');
      await suggestion.waitFor({ state: 'hidden' });
      await page.keyboard.type('u pic');
      await suggestion.waitFor();
      await suggestion.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Machu Picchu' }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/resources\/[0-9a-f-]{36}$/);
    }));

  it('gets suggestions of concepts, which lead to the records that have them', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/');
      await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('ancient ci');
      const suggestions = page.getByRole('list', { name: 'Suggestions' });
      await suggestions.getByRole('link', { name: 'Ancient city', exact: true }).first().click();
      await page.getByRole('link', { name: 'Machu Picchu', exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/search');
    }));

  it('gets suggestions of what only the account may see after a sign-in', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await site.service.stack.dataApi.write(
        setGroupDefaults('Guest', { read: false, write: false, delete: false }),
      );
      await signIn(page, '/o/sign-in');
      await page.goto('/resources/');
      await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('machu');
      const suggestion = page.getByRole('link', { name: 'Machu Picchu' }).last();
      await suggestion.waitFor();
      expect(await suggestion.isVisible()).toBe(true);
      await openToGuestWithHistory(site.service);
    }));

  it('loads nothing from other hosts', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      await visitDataPages(page, async () => undefined);
      expect([...hosts]).toEqual([site.origin]);
    }));
});

describe('a record with 2,000 tiles', () => {
  it('opens, with the first hundred of each card', async () => {
    await addTiles(site.service, 2000);
    await inWindow(browser, site.origin, {}, async (page) => {
      await page.goto(record);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.locator('main').innerText()).toMatch(
        /Up to 1,?90\d more are in the other formats/,
      );
      expect((await page.content()).length).toBeLessThan(1_000_000);
    });
  });
});

describe('a record with hostile texts', () => {
  it.each(hostileTexts.map((text) => [text.slice(0, 40), text]))(
    'runs nothing in a browser: %s',
    async (_title, text) => {
      await writeText(site.service, text);
      await inWindow(browser, site.origin, {}, async (page) => {
        const dialogs: string[] = [];
        page.on('dialog', async (dialog) => {
          dialogs.push(dialog.message());
          await dialog.dismiss();
        });
        await page.goto(record);
        expect(await page.locator('a[href^="javascript" i]').count()).toBe(0);
        expect(dialogs).toEqual([]);
        expect(await page.locator('main').count()).toBe(1);
      });
    },
  );
});
