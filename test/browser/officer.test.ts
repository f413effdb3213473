import { readFile } from 'node:fs/promises';

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';

import { inWindow, openChromium } from './chromium.ts';
import { countMonuments, importMonuments, monumentCount, townName } from './monuments.ts';
import { openSite, signIn, type Site } from './site.ts';

/*
 * What an officer of a county does with its records, by its pages alone, with as few clicks.
 */

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await openSite();
  await importMonuments(site.service);
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const town = 7;
const barrows = countMonuments(town, 'Barrow', 'Bronze Age');
const maxClicks = 4;

/** A window that counts what the officer clicks. Typing and choosing in a form are no clicks. */
type Desk = {
  readonly page: Page;
  readonly click: (target: Locator) => Promise<void>;
};

/** Signs in, does a task from the start page, and reports its clicks and its time. */
async function doTask(
  { annotate }: TestContext,
  task: (desk: Desk) => Promise<void>,
): Promise<void> {
  await inWindow(browser, site.origin, {}, async (page) => {
    await signIn(page);
    await page.goto('/');
    let clicks = 0;
    const started = performance.now();
    await task({
      page,
      click: async (target) => {
        clicks += 1;
        await target.click();
      },
    });
    const milliseconds = Math.round(performance.now() - started);
    await annotate(`${clicks} clicks, ${milliseconds} ms with ${monumentCount} records`);
    expect(clicks).toBeLessThanOrEqual(maxClicks);
  });
}

const resultsPath = '/search?graph=monument&node.type=Barrow&node.period=Bronze+Age';
const link = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('link', { name, exact: typeof name === 'string' }).first();
const searchButton = (page: Page): Locator =>
  page
    .getByRole('search', { name: 'Conditions' })
    .getByRole('button', { name: 'Search', exact: true });

describe('an officer', () => {
  it('finds all barrows of the Bronze Age near a town', (context) =>
    doTask(context, async ({ page, click }) => {
      await page.getByLabel('Search').fill(townName(town));
      await click(page.locator('#suggestions a', { hasText: townName(town) }).first());
      await page.getByRole('heading', { level: 1, name: townName(town) }).waitFor();
      await click(link(page, 'Records within 1 km'));
      await page.getByLabel('Kind of record').selectOption({ label: 'Monument' });
      await click(searchButton(page));
      await page.getByLabel('Type').selectOption({ label: 'Barrow' });
      await page.getByLabel('Period', { exact: true }).last().selectOption({ label: 'Bronze Age' });
      await click(searchButton(page));
      await page.getByRole('heading', { name: `Records (${barrows})` }).waitFor();
      expect(await link(page, /^Barrow \d+$/).count()).toBe(1);
    }));

  it('opens one of them, with its relations, and its history', (context) =>
    doTask(context, async ({ page, click }) => {
      await page.goto(resultsPath);
      await click(link(page, /^Barrow \d+$/));
      await click(link(page, /^Ambury \d+$/));
      await page.getByRole('heading', { name: 'Related records' }).waitFor();
      expect(await page.getByRole('main').getByRole('link', { name: /\d+$/ }).count()).toBe(10);
      await page.goBack();
      await click(page.getByRole('main').getByRole('link', { name: 'History' }));
      await page
        .getByText(/Ambury \d+/)
        .first()
        .waitFor();
    }));

  it('lists what changed in the last week', (context) =>
    doTask(context, async ({ page, click }) => {
      const weekAgo = new Date(Date.now() - 7 * 24 * 3_600_000).toISOString().slice(0, 10);
      await click(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }),
      );
      await page.getByLabel('Since').fill(weekAgo);
      await page.getByLabel('Model').selectOption({ label: 'Monument' });
      await click(page.getByRole('button', { name: 'Show' }));
      await page.waitForURL(/since=/);
      expect(await page.getByRole('main').locator('ul.list > li').count()).toBe(50);
    }));

  it('copies the address of a record', (context) =>
    doTask(context, async ({ page, click }) => {
      await page.goto(resultsPath);
      await click(link(page, /^Barrow \d+$/));
      await click(page.getByRole('button', { name: 'Copy address' }));
      await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
    }));

  it('prints a record with its address', (context) =>
    doTask(context, async ({ page, click }) => {
      await page.goto(resultsPath);
      await click(link(page, /^Barrow \d+$/));
      await page.emulateMedia({ media: 'print' });
      await page.getByText(page.url(), { exact: true }).first().waitFor();
      expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
      expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
    }));

  it.for([
    {
      name: 'Table (CSV)',
      countRecords: (text: string) => text.trimEnd().split('\r\n').length - 1,
    },
    {
      name: 'GeoJSON',
      countRecords: (text: string) => text.split('"type":"Feature",').length - 1,
    },
  ])('saves what was found as a file: $name', ({ name, countRecords }, context) =>
    doTask(context, async ({ page, click }) => {
      await page.goto(resultsPath);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        click(link(page, name)),
      ]);
      const all = Array.from({ length: 40 }, (_, number) =>
        countMonuments(number, 'Barrow', 'Bronze Age'),
      );
      const saved = await readFile(await download.path(), 'utf8');
      expect(countRecords(saved)).toBe(all.reduce((sum, count) => sum + count, 0));
    }),
  );
});
