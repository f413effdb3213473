import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';

import { testPages } from './check-page.ts';
import { inWindow, openChromium } from './chromium.ts';
import { openSite, registerByForm, signIn, type Site } from './site.ts';

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await openSite();
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const longName = `Survey ${'app'.repeat(80)}`;

/** Opens every page in each of its states, and calls `visit` each time. */
async function visitEveryPage(page: Page, visit: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/o/applications/');
  await visit('sign-in');
  await page.getByLabel('Username or e-mail address').fill('ada');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await visit('sign-in refused');
  await signIn(page);
  await visit('empty list');
  await page.goto('/o/applications/register');
  await visit('register');
  await page.getByLabel('Name').fill(' ');
  await page.getByRole('radio', { name: 'Client credentials' }).check();
  await page.getByLabel('Redirect URIs').fill(`http://${'long'.repeat(30)}.example`);
  await page.getByRole('button', { name: 'Register' }).click();
  await visit('register with mistakes');
  await registerByForm(page, longName);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  await visit('public application');
  await page.getByRole('link', { name: 'Edit' }).click();
  await visit('update');
  await page.goBack();
  await page.getByRole('link', { name: 'Delete the application' }).click();
  await visit('delete');
  await registerByForm(page, 'Harvester', ['Confidential', 'Client credentials']);
  await visit('secret');
  await page.getByRole('link', { name: /to the application/ }).click();
  await page.getByText('Replace the secret').click();
  await visit('confidential application');
  await registerByForm(page, 'Odd one', ['Confidential']);
  await page.getByRole('link', { name: /to the application/ }).click();
  await visit('warning');
  await page.goto('/o/applications/?done=deleted');
  await visit('list');
  await page.goto('/o/applications/nothing');
  await visit('not found');
  await page.goto('/o/applications/');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await visit('signed out');
  await signIn(page, '/o/applications/', 'cleo');
  await visit('not allowed');
}

describe('every page', () => {
  testPages((check) =>
    inWindow(browser, site.origin, { width: 375 }, (page) =>
      visitEveryPage(page, (name) => check(page, name)),
    ),
  );
});
