import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openToGuestWithHistory, sampleIds } from '../functions/pages/data-pages.ts';
import { testPages } from './check-page.ts';
import { inWindow, openChromium } from './chromium.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await openSite('sample');
  await openToGuestWithHistory(site.service);
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const ofModel = `/search?graph=${sampleIds.graph_id_or_slug}`;

/** The page in each of its states. */
const paths = [
  '/search',
  ofModel,
  `${ofModel}&period=*`,
  `${ofModel}&changed=1900-01-01..`,
  `${ofModel}&period=long+ago&near=here&node.${'long'.repeat(40)}=x&filter=(`,
  '/search?q=machu&period=1850',
  '/search?advanced-search=%5B%5D',
];

describe('the page of a search', () => {
  testPages((check) =>
    inWindow(browser, site.origin, { width: 390 }, async (page) => {
      for (const path of paths) {
        await page.goto(path);
        for (const part of await page.locator('details:not([open]) > summary').all()) {
          await part.evaluate('(summary) => summary.parentElement.open = true');
        }
        await check(page, path);
      }
    }),
  );
});

/** Moves the focus with the tabulator until it is on an element. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(`${selector}:focus`);
  for (let presses = 0; presses < 60 && (await target.count()) === 0; presses += 1) {
    await page.keyboard.press('Tab');
  }
  expect(await target.count()).toBe(1);
}

describe.each([390, 1280])('a reader with a window %i pixels wide', (width) => {
  it('searches by keyboard without a script, and removes the condition again', () =>
    inWindow(browser, site.origin, { width, script: false }, async (page) => {
      await page.goto(ofModel);
      await tabTo(page, 'summary');
      await page.keyboard.press('Enter');
      await tabTo(page, '#changed');
      await page.keyboard.type('1900-01-01..');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Machu Picchu', exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get('changed')).toBe('1900-01-01..');
      await page.getByRole('link', { name: /Changed: 1900/ }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/search\?graph=[^&]*$/);
      expect(await page.getByRole('heading', { name: 'Records' }).count()).toBe(0);
    }));

  it('narrows a search by a concept with its number of records, and finds so many', () =>
    inWindow(browser, site.origin, { width, script: false }, async (page) => {
      await page.goto(`${ofModel}&changed=1900-01-01..`);
      await page.locator('.facets summary').first().click();
      const entry = page.locator('.facets li').first();
      const count = await entry.locator('small').first().innerText();
      await entry.getByRole('link').first().click();
      await page.getByRole('heading', { name: `Records (${count})`, exact: true }).waitFor();
      expect(await page.getByRole('link', { name: /\(remove\)/ }).count()).toBe(2);
    }));

  it('saves what was found as a table', () =>
    inWindow(browser, site.origin, { width, script: false }, async (page) => {
      await page.goto(`${ofModel}&changed=1900-01-01..`);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Table (CSV)' }).click();
      expect((await download).suggestedFilename()).toBe('records.csv');
    }));

  it('goes from a message to its field, which keeps what was typed', () =>
    inWindow(browser, site.origin, { width }, async (page) => {
      await page.goto(`${ofModel}&near=here`);
      await page.getByRole('alert').getByRole('link').focus();
      await page.keyboard.press('Enter');
      const field = page.getByLabel('Near a point');
      expect(await field.inputValue()).toBe('here');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(new URL(page.url()).hash).toBe('#near');
    }));
});

describe('the page of a search', () => {
  it('loads nothing from other hosts', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      const origins = new Set<string>();
      page.on('request', (request) => origins.add(new URL(request.url()).origin));
      for (const path of paths) await page.goto(path);
      expect([...origins]).toEqual([site.origin]);
    }));
});
