import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleIds } from '../functions/pages/data-pages.ts';
import { createTestAccount, createTestApplication, fetchTokens } from '../support/accounts.ts';
import { testPages } from './check-page.ts';
import { inWindow, openChromium } from './chromium.ts';
import { openSite, type Site } from './site.ts';

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

/** Removes all groups except some. All sections have the same structure, and axe-core takes over a minute for all. */
const removeGroups = `(names) => {
  const kept = names.map((name) => document.getElementById('group-' + name).parentElement);
  for (const heading of document.querySelectorAll('.group'))
    if (!kept.includes(heading.parentElement)) heading.parentElement.remove();
}`;

describe('the page with all operations', () => {
  testPages((check) =>
    inWindow(browser, site.origin, { width: 375 }, async (page) => {
      await page.goto('/docs');
      await page.evaluate(`(${removeGroups})(['resources', 'auth'])`);
      const form = await openForm(page, 'list-resources');
      await form.getByLabel('limit', { exact: true }).fill('1');
      await page.keyboard.press('Enter');
      await form.getByText('200 OK').waitFor();
      await page.locator('#list-resources').getByText('Responses').click();
      await check(page, '/docs');
    }),
  );
});

describe('a reader', () => {
  it('sends a request with a token, which stays in its field, and with the keyboard alone', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto('/docs#get-user');
      const form = await openForm(page, 'get-user');
      const field = form.getByLabel('account_id', { exact: true });
      await field.fill(String(account));
      await page.keyboard.press('Enter');
      await form.getByText(`401 Unauthorized for /user/${account}`).waitFor();
      await page.getByLabel('Access token').fill(token);
      await field.focus();
      await page.keyboard.press('Enter');
      await form.getByText(`200 OK for /user/${account}`).waitFor();
      const response = await form.locator('pre').textContent();
      expect(response).toContain('content-type: application/json');
      expect(response).toContain('"username": "reading"');
      expect(requests.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([]);
      expect(requests.filter((url) => url.includes(token))).toEqual([]);
      expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
      await page.reload();
      expect(await page.getByLabel('Access token').inputValue()).toBe('');
    }));

  it('sends parameters of path and query, and sees only the start of a long body, as text', () =>
    inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/docs');
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
      const docs = await openForm(page, 'get-docs');
      await docs.getByRole('button').click();
      await docs.getByText('200 OK').waitFor();
      const text = (await docs.locator('pre').textContent()) ?? '';
      expect(text).toContain('<!doctype html>');
      expect(text).toMatch(/… The rest is not shown\.$/);
      expect(text.length).toBeLessThan(25_000);
    }));

  it('reads the page and opens the responses without a script', () =>
    inWindow(browser, site.origin, { script: false }, async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Every operation, for people' }).click();
      await page.getByRole('link', { name: 'Resources' }).first().click();
      const section = page.locator('#list-resources');
      await section.getByText('Responses').focus();
      await page.keyboard.press('Enter');
      await section
        .getByText('One page of ids, or of whole resource instances, or a table of everything')
        .waitFor();
      expect(await page.locator('form:visible, input:visible, [data-script]:visible').count()).toBe(
        0,
      );
    }));
});
