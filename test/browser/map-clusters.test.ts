import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addPlaces } from '../functions/ogc/map-places.ts';
import { openToGuestWithHistory } from '../functions/pages/data-pages.ts';
import { runStatement } from '../support/sample.ts';
import { inWindow, openChromium } from './chromium.ts';
import { openSite, type Site } from './site.ts';

/** The middle of the places that Guest may see: near Leipzig, all within a cell of the grid. */
const middle = { longitude: 12.4, latitude: 51.3 };

const placeCount = 400;

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await openSite('sample');
  await openToGuestWithHistory(site.service);
  await runStatement(site.service, closeEverything);
  await addPlaces(
    site.service,
    Array.from({ length: placeCount }, (_, index) => ({
      type: 'Point',
      coordinates: [
        middle.longitude + (index % 20) / 1000 - 0.0095,
        middle.latitude + Math.floor(index / 20) / 1000 - 0.0095,
      ],
    })),
  );
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const closeEverything = `insert into resource_grant (resource_id, account_group_id, no_access)
select r.resource_id, g.account_group_id, true
from resource r
cross join account_group g
where g.name = 'Guest'
on conflict do nothing`;

/** The zoom and the position in the address of a page with a map. */
const viewOf = (page: Page): readonly number[] =>
  (new URLSearchParams(new URL(page.url()).hash.slice(1)).get('view') ?? '').split('/').map(Number);

const canvasOf = (page: Page) => page.getByRole('region', { name: 'Map' });

const statusOf = (page: Page) => page.locator('#map-status');

/** Where the map shows all places as a cluster. */
const atCluster = `/map#view=8/${middle.latitude}/${middle.longitude}`;

const visit = async (path: string, work: (page: Page) => Promise<void>): Promise<void> =>
  inWindow(browser, site.origin, {}, async (page) => {
    await page.goto(path);
    await work(page);
  });

describe('a map of many places', () => {
  it('opens on the extent of what the reader may see, without a tile of the world', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      const paths: string[] = [];
      page.on('request', (request) => paths.push(new URL(request.url()).pathname));
      await page.goto('/map');
      await page.getByText(/stand for \d+ places/).waitFor();
      await page.keyboard.press('Tab');
      await canvasOf(page).press('Minus');
      await page.waitForURL(/#view=7/);
      const [, latitude = 0, longitude = 0] = viewOf(page);
      expect([Math.round(latitude), Math.round(longitude)]).toEqual([51, 12]);
      expect(paths.filter((path) => /WebMercatorQuad\/[0-4]\//.test(path))).toEqual([]);
    }));

  it('shows them as a circle, which a click takes apart', () =>
    visit(atCluster, async (page) => {
      await page.getByText(`The circles stand for ${placeCount} places`).waitFor();
      await canvasOf(page).click();
      await page.waitForURL(/#view=10\//);
      await page.getByText(`${placeCount} records are in view.`).waitFor();
      const items = page.getByRole('list', { name: 'Records in view' }).getByRole('listitem');
      expect(await items.count()).toBe(50);
    }));

  it('shows no circle of a hidden model', () =>
    visit(atCluster, async (page) => {
      await page.getByText(`The circles stand for ${placeCount} places`).waitFor();
      await page.getByRole('checkbox', { name: 'Heritage Place' }).uncheck();
      await page.getByText('No records are in view.').waitFor();
      await page.getByRole('checkbox', { name: 'Heritage Place' }).check();
      await page.getByText(`The circles stand for ${placeCount} places`).waitFor();
      expect(new URL(page.url()).hash).not.toContain('hidden');
    }));

  it('leads to the records in view as files', () =>
    visit(`/map#view=16/${middle.latitude}/${middle.longitude}`, async (page) => {
      await page.getByText(/\d+ records are in view/).waitFor();
      const inView = Number.parseInt(await statusOf(page).innerText(), 10);
      const read = async (name: string): Promise<string> => {
        const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
        return (await page.request.get(href ?? '')).text();
      };
      const features = (await read('GeoJSON')).match(/"type":"Feature"/g) ?? [];
      const rows = (await read('Table (CSV)')).trim().split('\n').slice(1);
      expect(inView).toBeGreaterThan(1);
      expect(inView).toBeLessThan(placeCount);
      expect([features.length, rows.length]).toEqual([inView, inView]);
    }));
});

describe('a map without a place that the reader may see', () => {
  it('says so', async () => {
    await runStatement(site.service, closeEverything);
    await visit('/map', async (page) => {
      await page.getByText('There are no records with a place that you may see.').waitFor();
      expect(await canvasOf(page).count()).toBe(1);
    });
  });
});
