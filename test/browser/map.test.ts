import { once } from 'node:events';
import { createServer } from 'node:http';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { resetProcess } from '../../lib/once-per-process.ts';
import { setGroupDefaults } from '../../infra/cli/accounts/queries/groups.ts';
import { openToGuestWithHistory, sampleIds } from '../functions/pages/data-pages.ts';
import { inWindow, openChromium } from './chromium.ts';
import { openSite, signIn, type Site } from './site.ts';

const record = `/resources/${sampleIds.resource_instance_id}`;

/** Where the map shows Machu Picchu and nothing else of the sample. */
const machuPicchu = '/map#view=7/-13.16/-72.54';

let site: Site;
let browser: Browser;
let browserWithoutGraphics: Browser;
beforeAll(async () => {
  site = await openSite('sample');
  await openToGuestWithHistory(site.service);
  browser = await openChromium();
  browserWithoutGraphics = await openChromium({ hasGraphics: false });
});

afterAll(async () => {
  await browserWithoutGraphics?.close();
  await browser?.close();
  await site?.close();
});

const recordsInView = (page: Page) => page.getByRole('list', { name: 'Records in view' });

const canvasOf = (page: Page) => page.getByRole('region', { name: 'Map' });

function visit(path: string, work: (page: Page) => Promise<void>): Promise<void> {
  return inWindow(browser, site.origin, {}, async (page) => {
    await page.goto(path);
    await work(page);
  });
}

/** The paths that a page requests: from the server of the style, and from all servers. */
type RequestedPaths = {
  readonly requestedPaths: readonly (string | undefined)[];
  readonly pagePaths: readonly string[];
};

/** Runs work on a page whose project has a style of its own, which its server answers with a status. */
async function withProjectStyle(
  status: number,
  work: (page: Page, paths: RequestedPaths) => Promise<void>,
): Promise<void> {
  const requestedPaths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requestedPaths.push(request.url);
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
    });
    const background = { id: 'ground', type: 'background', paint: { 'background-color': '#abc' } };
    response.end(JSON.stringify({ version: 8, sources: {}, layers: [background] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.env['HDS_MAP_STYLE'] = `http://127.0.0.1:${port}/style.json`;
  resetProcess();
  try {
    await visit(machuPicchu, async (page) => {
      const pagePaths: string[] = [];
      page.on('request', (request) => pagePaths.push(new URL(request.url()).pathname));
      await page.reload();
      await work(page, { requestedPaths, pagePaths });
    });
  } finally {
    delete process.env['HDS_MAP_STYLE'];
    resetProcess();
    server.closeAllConnections();
    server.close();
  }
}

describe('the page of the map', () => {
  it('lists the records in view with links, and says how many there are', () =>
    visit(machuPicchu, async (page) => {
      await recordsInView(page).getByRole('link', { name: 'Machu Picchu' }).waitFor();
      expect(await page.getByRole('status').innerText()).toBe('1 record is in view.');
      await recordsInView(page).getByRole('link', { name: 'Machu Picchu' }).press('Enter');
      await page.getByRole('heading', { name: 'Machu Picchu' }).waitFor();
    }));

  it('shows all records at first, wherever they are', () =>
    visit('/map', async (page) => {
      await page.getByText('69 records are in view.').waitFor();
      expect(await recordsInView(page).getByRole('listitem').count()).toBe(50);
    }));

  it('shows the records that a search finds, which leads there and back', () =>
    visit('/search?near=10,50,2500000&graph=heritage-place', async (page) => {
      const found = await page
        .getByRole('region', { name: 'Records' })
        .locator('.list a')
        .allInnerTexts();
      expect(found.length).toBeGreaterThan(3);
      expect(found.length).toBeLessThan(40);
      await page.getByRole('link', { name: 'Map', exact: true }).last().click();
      await page.getByText(`${found.length} records are in view.`).waitFor();
      const shown = await recordsInView(page).getByRole('link').allInnerTexts();
      expect(shown.toSorted()).toEqual(found.toSorted());
      await page.getByRole('link', { name: /Near a point: 10,50/ }).waitFor();
      await page.getByRole('link', { name: /Show as a list/ }).click();
      await page.getByRole('heading', { name: 'Records' }).waitFor();
      expect(new URL(page.url()).searchParams.get('near')).toBe('10,50,2500000');
    }));

  it('moves to what a search finds, unless the address has a position', async () => {
    const search = '/map?near=-72.54,-13.16,1000';
    await visit(search, (page) => page.waitForURL(/#view=[5-8][.\d]*\/-13/));
    await visit(`${search}#view=3/50/10`, async (page) => {
      await page.getByText('No records are in view.').waitFor();
      expect(page.url()).toContain('#view=3/50/10');
    });
  });

  it('is a 400 that names the condition that cannot be followed', () =>
    visit('/map?near=here', async (page) => {
      await page.getByText(/longitude, a latitude and a distance/).waitFor();
      expect(await canvasOf(page).count()).toBe(0);
    }));

  it('is moved by keyboard, and the address keeps the place', () =>
    visit(machuPicchu, async (page) => {
      await page.getByText('1 record is in view.').waitFor();
      await canvasOf(page).focus();
      for (const zoom of [6, 5, 4, 3, 2]) {
        await page.keyboard.press('Minus');
        await page.waitForURL(new RegExp(`#view=${zoom}/`));
      }
      await page.getByText(/\d\d records are in view/).waitFor();
      expect(page.url()).toMatch(/#view=2\//);
      await page.reload();
      await page.getByText(/\d\d records are in view/).waitFor();
    }));

  it('hides the records of a model, and the address keeps the choice', () =>
    visit(machuPicchu, async (page) => {
      await page.getByText('1 record is in view.').waitFor();
      await page.getByRole('checkbox', { name: 'Heritage Place' }).uncheck();
      await page.getByText('No records are in view.').waitFor();
      await page.reload();
      await page.getByText('No records are in view.').waitFor();
      expect(new URL(page.url()).hash).toBe('#view=7/-13.16/-72.54&hidden=heritage-place');
    }));

  it('moves to a record that the search box suggests', () =>
    visit(machuPicchu, async (page) => {
      await page.getByText('1 record is in view.').waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('stoneh');
      await page
        .getByRole('list', { name: 'Suggestions' })
        .getByRole('link', { name: 'Stonehenge', exact: true })
        .press('Enter');
      await recordsInView(page).getByRole('link', { name: 'Stonehenge', exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/map');
    }));

  it('leads to the search in the area that it shows, with the conditions that it has', () =>
    visit('/map?changed=1900-01-01..#view=7/-13.16/-72.54', async (page) => {
      await page.getByText('1 record is in view.').waitFor();
      await page.getByRole('link', { name: 'Search in this area' }).click();
      await page.getByRole('heading', { name: 'Records (1)', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Machu Picchu', exact: true }).waitFor();
      expect([...new URL(page.url()).searchParams.keys()]).toEqual(['changed', 'bbox']);
    }));

  it('lists the records at a place that is clicked, with links', () =>
    visit(machuPicchu, async (page) => {
      await page.getByText('1 record is in view.').waitFor();
      await canvasOf(page).click();
      await page.locator('.maplibregl-popup').getByRole('link', { name: 'Machu Picchu' }).click();
      await page.getByRole('heading', { name: 'Machu Picchu' }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/resources\/[0-9a-f-]{36}$/);
    }));

  it('shows only to a visitor who signs in what is closed to Guest', async () => {
    const nothing = { read: false, write: false, delete: false };
    await site.service.stack.dataApi.write(setGroupDefaults('Guest', nothing));
    await visit(machuPicchu, async (page) => {
      await page.getByText('There are no records with a place that you may see.').waitFor();
      await signIn(page, '/o/sign-in');
      await page.goto(machuPicchu);
      const link = recordsInView(page).getByRole('link', { name: 'Machu Picchu' });
      await link.waitFor();
      expect(await link.isVisible()).toBe(true);
    });
    await openToGuestWithHistory(site.service);
  });

  it('is drawn over the style of the project', () =>
    withProjectStyle(200, async (page, { requestedPaths, pagePaths }) => {
      await page.getByText('1 record is in view.').waitFor();
      expect(requestedPaths).toContain('/style.json');
      expect(pagePaths.filter((path) => path.includes('outlines'))).toEqual([]);
    }));

  it('is drawn over the outlines of the world if the style of the project cannot be loaded', () =>
    withProjectStyle(404, async (page, { pagePaths }) => {
      await page.getByText('1 record is in view.').waitFor();
      expect(pagePaths.filter((path) => path.includes('outlines'))).not.toEqual([]);
    }));

  it('reads nothing from other hosts', () =>
    visit('/map', async (page) => {
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      await page.reload();
      await page.getByText('69 records are in view.').waitFor();
      expect([...hosts]).toEqual([site.origin]);
    }));

  it('says so without a script, and in a browser that cannot draw', async () => {
    await inWindow(browser, site.origin, { script: false }, async (page) => {
      await page.goto('/map');
      expect(await page.locator('.map').innerText()).toContain('The map needs JavaScript.');
    });
    await inWindow(browserWithoutGraphics, site.origin, {}, async (page) => {
      await page.goto('/map');
      await page.getByText('The map cannot be shown').waitFor();
      expect(await page.getByRole('link', { name: 'All records' }).count()).toBe(1);
    });
  });
});

describe('the map of another page', () => {
  it('shows a record among its neighbours', () =>
    visit(record, async (page) => {
      await canvasOf(page).waitFor();
      const box = await canvasOf(page).boundingBox();
      expect(box?.height).toBeGreaterThan(200);
    }));

  it('is loaded on the start page when it comes into view', () =>
    inWindow(browser, site.origin, { width: 375 }, async (page) => {
      const tiles: string[] = [];
      page.on('request', (request) => tiles.push(new URL(request.url()).pathname));
      await page.setViewportSize({ width: 375, height: 100 });
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      expect(tiles.filter((path) => path.startsWith('/ogc/tiles'))).toEqual([]);
      await page.getByRole('heading', { name: 'On the map' }).scrollIntoViewIfNeeded();
      await canvasOf(page).waitFor();
    }));
});
