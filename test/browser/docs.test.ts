import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleIds } from '../functions/pages/data-pages.ts';
import {
  createTestAccount,
  createTestApplication,
  fetchTokens,
  testPassword,
} from '../support/accounts.ts';
import { queryColumn } from '../support/sample.ts';
import { testPages } from './check-page.ts';
import { inWindow, openChromium } from './chromium.ts';
import { openSite, signIn, type Site } from './site.ts';

let site: Site;
let browser: Browser;
let token: string;
let account: number;

beforeAll(async () => {
  site = await openSite('sample');
  await site.service.openToGuest();
  account = await createTestAccount(site.service, 'reading');
  const { clientId } = await createTestApplication(site.service, account);
  ({ access_token: token } = await fetchTokens(site.service, 'reading', clientId));
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens the form of an operation with the keyboard. */
async function openForm(page: Page, id: string): Promise<Locator> {
  const section = page.locator(`#${id}`);
  await section.getByText('Try it').focus();
  await page.keyboard.press('Enter');
  return section.locator('form');
}

const openTokenSection = (page: Page): Promise<void> =>
  page.getByText('Access token', { exact: true }).first().click();

const tokenField = (page: Page): Locator => page.getByLabel('Token of the requests on this page');

/** The sum of the sizes of all that the browser stores for scripts. */
const countStored = (page: Page): Promise<unknown> =>
  page.evaluate('localStorage.length + sessionStorage.length');

describe('the pages of operations', () => {
  testPages((check) =>
    inWindow(browser, site.origin, { width: 375 }, async (page) => {
      await page.goto('/docs?q=tile');
      await check(page, '/docs');
      await signIn(page, '/o/sign-in?next=/docs/nodes');
      const form = await openForm(page, 'list-nodes');
      await form.getByLabel('alias', { exact: true }).fill('none');
      await page.keyboard.press('Enter');
      await form.getByText('200 OK').waitFor();
      await page.evaluate(
        'for (const part of document.querySelectorAll("details")) part.open = true',
      );
      await check(page, '/docs/nodes');
      await page.getByLabel('Your password').fill('wrong');
      // As without the script.
      await page.evaluate('document.querySelectorAll(".token-form")[1].submit()');
      await page.getByText('The username or the password is wrong').waitFor();
      await check(page, 'a wrong password');
      await page.getByRole('button', { name: 'Get a token that reads', exact: true }).click();
      await page.getByText('It is shown only once.').waitFor();
      await check(page, 'a token');
    }),
  );
});

describe('a reader of /docs', () => {
  it('narrows the list while typing, and follows a result to its operation', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/docs');
      await page.getByLabel('Search operations').pressSequentially('field_name_length');
      await page.getByText(/^\d operations\./).waitFor();
      expect(await page.locator('#operations li').count()).toBeLessThan(10);
      await page.locator('#get-geojson a').click();
      await page.waitForURL('/docs/geojson#get-geojson');
      expect(await page.getByRole('heading', { name: 'GET /geojson' }).isVisible()).toBe(true);
    }));

  it('searches and reads everything but the requests without a script', () =>
    inWindow(browser, site.origin, { script: false }, async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Every operation, for people' }).click();
      await page.getByLabel('Search operations').fill('list-resources');
      await page.keyboard.press('Enter');
      await page.locator('#list-resources a').click();
      const section = page.locator('#list-resources');
      await section.getByText('Responses').focus();
      await page.keyboard.press('Enter');
      await section
        .getByText('One page of ids, or of whole resource instances, or a table of everything')
        .waitFor();
      expect(await page.locator('main form:visible, [data-script]:visible').count()).toBe(0);
    }));

  it('arrives at an operation from an address of when all were on one page', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/docs#get-user');
      await page.waitForURL('/docs/users#get-user');
      expect(await page.getByRole('heading', { name: 'GET /user/' }).isVisible()).toBe(true);
    }));

  it('opens the object to which a field refers, and copies a curl line', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/docs/tiles');
      const section = page.locator('#get-tile');
      await section.getByText('Responses').click();
      await section.getByRole('link', { name: 'Tile', exact: true }).first().click();
      await page.locator('#object-Tile').getByText('nodegroup_id').waitFor();
      await section.getByRole('button', { name: /^Copy/ }).click();
      await section.getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        `curl ${site.origin}/api/tiles/TILE_ID`,
      );
    }));

  it('finds all parts of an operation in print', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/docs/users');
      const meaning = page.locator('#get-user').getByText('The id of an account.');
      expect(await meaning.isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print' });
      expect(await meaning.isVisible()).toBe(true);
    }));
});

describe('a reader without a script', () => {
  it('gets a token for a program, and can copy it', () =>
    inWindow(browser, site.origin, { script: false }, async (page) => {
      await signIn(page, '/o/sign-in?next=/docs/users');
      await openTokenSection(page);
      await page.getByRole('button', { name: 'Get a token that reads', exact: true }).click();
      const issued = await page.getByLabel('Access token').inputValue();
      const answer = await site.service.fetch(`/user/${account}`, {
        headers: { authorization: `Bearer ${issued}` },
      });
      expect(answer.status).toBe(200);
    }));
});

describe('a request from the page', () => {
  it('is sent with a pasted token, which stays in its field, and with the keyboard alone', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto('/docs/users#get-user');
      const form = await openForm(page, 'get-user');
      const field = form.getByLabel('account_id', { exact: true });
      await field.fill(String(account));
      await page.keyboard.press('Enter');
      await form.getByText(`401 Unauthorized for /user/${account}`).waitFor();
      await openTokenSection(page);
      await tokenField(page).fill(token);
      await field.focus();
      await page.keyboard.press('Enter');
      await form.getByText(`200 OK for /user/${account}`).waitFor();
      const response = await form.locator('pre').textContent();
      expect(response).toContain('content-type: application/json');
      expect(response).toContain('"username": "reading"');
      expect(requests.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([]);
      expect(requests.filter((url) => url.includes(token))).toEqual([]);
      expect(await countStored(page)).toBe(0);
      await page.reload();
      expect(await tokenField(page).inputValue()).toBe('');
    }));

  it('has parameters of path and query, and shows only the start of a long body, as text', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/docs/resources');
      const record = await openForm(page, 'get-resource');
      await record
        .getByLabel('resource_instance_id', { exact: true })
        .fill(sampleIds.resource_instance_id);
      await record.getByLabel('format', { exact: true }).selectOption('turtle');
      await record.getByRole('button').click();
      await record
        .getByText(`200 OK for /resources/${sampleIds.resource_instance_id}?format=turtle`)
        .waitFor();
      expect(await record.locator('pre').textContent()).toContain('content-type: text/turtle');
      await page.goto('/docs/service');
      const docs = await openForm(page, 'get-docs');
      await docs.getByRole('button').click();
      await docs.getByText('200 OK').waitFor();
      const text = (await docs.locator('pre').textContent()) ?? '';
      expect(text).toContain('<!doctype html>');
      expect(text).toMatch(/… The rest is not shown\.$/);
      expect(text.length).toBeLessThan(25_000);
    }));

  it('reads with a body', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/docs/geojson');
      const form = await openForm(page, 'query-geojson');
      await form.getByLabel('Body').fill('{"limit": 1}');
      await form.getByRole('button').click();
      await form.getByText('200 OK for /geojson').waitFor();
      expect(await form.locator('pre').textContent()).toContain('"FeatureCollection"');
    }));

  it('has a token of five minutes from the page, which is stored nowhere, and ends with the sign-out', () =>
    inWindow(browser, site.origin, {}, async (page, context) => {
      await page.goto('/docs/users');
      await openTokenSection(page);
      await page.locator('#token').getByRole('link', { name: 'Sign in' }).click();
      await page.getByLabel('Username or e-mail address').fill('ada');
      await page.getByLabel('Password').fill(testPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('/docs/users');
      const form = await openForm(page, 'get-user');
      await form.getByLabel('account_id', { exact: true }).fill(String(account));
      await form.getByRole('button').click();
      await form.getByText('401 Unauthorized').waitFor();
      await openTokenSection(page);
      await page.getByRole('button', { name: 'Get a token that reads', exact: true }).click();
      await page.getByText(/^A token that reads, until /).waitFor();
      await form.getByRole('button').click();
      await form.getByText('200 OK').waitFor();
      expect(await countStored(page)).toBe(0);
      const cookies = (await context.cookies()).map(({ name }) => name);
      expect(cookies.toSorted()).toEqual(['__Host-heritage-form', '__Host-heritage-session']);
      const issued = await tokenField(page).inputValue();
      expect(issued).toMatch(/^eyJ/);
      expect(page.url()).not.toContain(issued);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are signed out.').waitFor();
      const answer = await site.service.fetch(`/user/${account}`, {
        headers: { authorization: `Bearer ${issued}` },
      });
      expect(answer.status).toBe(401);
    }));

  it('writes after the password again, as a dry run first', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      const countTiles = async (): Promise<string | undefined> =>
        (await queryColumn(site.service, 'select count(*)::text from tile'))[0];
      const [tile = '', nodegroup = '', resource = ''] = await queryColumn(
        site.service,
        `select unnest(array[tile_id, nodegroup_id, resource_id])::text
from (select * from tile where resource_id = '${sampleIds.resource_instance_id}' order by tile_id limit 1) t`,
      );
      expect([tile, nodegroup, resource].filter((id) => id === '')).toEqual([]);
      const before = await countTiles();
      await signIn(page, '/o/sign-in?next=/docs/resources');
      await openTokenSection(page);
      await page.getByLabel('Your password').fill('wrong');
      await page.getByRole('button', { name: 'Get a token that reads and writes' }).click();
      await page.getByText(/^There is no token: The username or the password is wrong/).waitFor();
      await page.getByLabel('Your password').fill(testPassword);
      await page.getByRole('button', { name: 'Get a token that reads and writes' }).click();
      await page.getByText(/^A token that reads and writes, until /).waitFor();
      expect(await page.getByLabel('Your password').inputValue()).toBe('');
      const form = await openForm(page, 'delete-resource');
      const store = form.getByRole('button', { name: 'Send, and store the change' });
      const dryRun = form.getByRole('button', { name: 'Dry run' });
      expect(await store.isVisible()).toBe(false);
      await form.getByLabel('resource_instance_id', { exact: true }).fill(resource);
      await page.keyboard.press('Enter');
      await form.getByText('Nothing is stored yet.').waitFor();
      expect(await form.locator('pre').textContent()).toContain('{"dry_run":true,');
      expect(await countTiles()).toBe(before);
      await form.getByLabel('resource_instance_id', { exact: true }).fill(`${resource} `);
      expect(await store.isVisible()).toBe(false);
      await form.getByLabel('resource_instance_id', { exact: true }).fill(resource);
      await dryRun.click();
      await store.click();
      await form.getByText(`200 OK for /resources/${resource}`, { exact: true }).waitFor();
      expect(await store.isVisible()).toBe(false);
      expect(await countTiles()).not.toBe(before);
    }));
});
