import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openToGuestWithHistory, sampleIds } from '../functions/pages/data-pages.ts';
import { testPages } from './check-page.ts';
import { inWindow, openChromium } from './chromium.ts';
import { openSite, type Site } from './site.ts';

const record = `/resources/${sampleIds.resource_instance_id}`;

const paths = ['/', record, '/resources/', '/search?near=nowhere', '/map', '/no/such/page'];

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

/** The distance of an element from the left of the window. */
const leftOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.x ?? Number.NaN;

describe('pages in Arabic', () => {
  testPages((check) =>
    inWindow(browser, site.origin, { width: 375, language: 'ar' }, async (page) => {
      for (const path of paths) {
        await page.goto(path);
        await check(page, path);
      }
    }),
  );

  it('have a map with words in Arabic', () =>
    inWindow(browser, site.origin, { language: 'ar' }, async (page) => {
      await page.goto('/map');
      await page.getByRole('button', { name: 'تكبير' }).waitFor();
      const status = page.getByRole('status').filter({ hasText: 'في نطاق العرض' });
      await status.waitFor();
      expect(await status.textContent()).toMatch(/^يوجد \d+ سجلًا في نطاق العرض\./);
    }));

  it('begin at the right', () =>
    inWindow(browser, site.origin, { language: 'ar' }, async (page) => {
      await page.goto(record);
      const [first, last] = ['nav.parts li:first-child', 'nav.parts li:last-child'];
      expect(await leftOf(page, first)).toBeGreaterThan(await leftOf(page, last));
      expect(await leftOf(page, '.brand')).toBeGreaterThan(await leftOf(page, '.visitor'));
      expect(await leftOf(page, '.facts dt >> nth=0')).toBeGreaterThan(
        await leftOf(page, '.facts dd >> nth=0'),
      );
    }));
});

describe('a reader of German', () => {
  it('copies the address of a record, and is told so in German', () =>
    inWindow(browser, site.origin, { language: 'de' }, async (page) => {
      await page.goto(record);
      await page.getByRole('button', { name: /Kopieren\s*: Adresse/ }).click();
      await page.getByRole('status').filter({ hasText: 'Kopiert' }).first().waitFor();
      const copied: unknown = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toBe(`${site.origin}${record}`);
    }));
});
