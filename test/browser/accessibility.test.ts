import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runStatement } from '../support/sample.ts';
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

async function problemsOnEveryPage(
  width: number,
  scheme: 'light' | 'dark',
  findProblems: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  await runStatement(site.service, 'delete from oauth_application');
  await runStatement(site.service, 'delete from sign_in_attempt');
  await inWindow(browser, site.origin, { width, scheme }, (page) =>
    visitEveryPage(page, async (name) => {
      problems.push(...(await findProblems(page)).map((problem) => `${name}: ${problem}`));
    }),
  );
  return problems;
}

describe('every page', () => {
  it.each([
    [375, 'light'],
    [375, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)(
    'meets all rules of axe-core in a window %i pixels wide in %s mode',
    async (width, scheme) => {
      const problems = await problemsOnEveryPage(width, scheme, async (page) => {
        const { violations, passes } = await new AxeBuilder({ page }).analyze();
        if (passes.length === 0) return ['axe-core has checked nothing'];
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      });
      expect(problems).toEqual([]);
    },
  );

  it.each([320, 375, 768])('does not scroll sideways in a window %i pixels wide', async (width) => {
    const problems = await problemsOnEveryPage(width, 'light', async (page) => {
      const pageWidth = await page.evaluate('document.documentElement.scrollWidth');
      return pageWidth === width ? [] : [`${String(pageWidth)} pixels`];
    });
    expect(problems).toEqual([]);
  });
});
