import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { testPassword } from '../support/accounts.ts';
import { queryColumn, runStatement } from '../support/sample.ts';
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

afterEach(async () => runStatement(site.service, 'delete from oauth_application'));

const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });
const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.and(target.page().locator(':focus')).count()) === 1;
const storedApplications = (columns: string) =>
  queryColumn(site.service, `select ${columns} from oauth_application order by name`);

/** Scripts move the focus after an element is shown. */
async function waitForFocus(target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(target), { timeout: 30_000 }).toBe(true);
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
}

describe.each([375, 1280])('in a window %i pixels wide', (width) => {
  const inThisWindow = (work: (page: Page) => Promise<void>): Promise<void> =>
    inWindow(browser, site.origin, { width }, work);

  it('a user can sign in, register, edit and delete an application, copy its client id, and sign out', async () => {
    await inThisWindow(async (page) => {
      await signIn(page, '/o/applications/register');
      await heading(page, 'Register an application').waitFor();
      await registerByForm(page, 'Survey app');
      await heading(page, 'Survey app').waitFor();
      await press(page, 'Copy Client id');
      await page
        .getByRole('status')
        .filter({ hasText: /^Copied$/ })
        .waitFor();
      const [clientId] = await storedApplications('client_id');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(clientId);

      await follow(page, 'Edit');
      await page.getByLabel('Name').fill('Field survey');
      await press(page, 'Save');
      await heading(page, 'Field survey').waitFor();
      expect(await storedApplications("name || ' ' || client_id")).toEqual([
        `Field survey ${clientId}`,
      ]);

      await follow(page, 'Delete the application');
      await heading(page, 'Delete Field survey?').waitFor();
      await follow(page, 'Cancel');
      await heading(page, 'Field survey').waitFor();
      await follow(page, 'Delete the application');
      await press(page, 'Delete');
      await page.getByText('The application is deleted.').waitFor();
      expect(await storedApplications('name')).toEqual([]);

      await press(page, 'Sign out');
      await page.getByText('You are signed out.').waitFor();
      await page.goBack();
      await page.reload();
      await heading(page, 'Sign in').waitFor();
    });
  });

  it('the secret of a confidential application can be copied once, and replaced', async () => {
    await inThisWindow(async (page) => {
      await signIn(page);
      await registerByForm(page, 'Harvester', ['Confidential', 'Client credentials']);
      await press(page, 'Copy Client secret');
      await page
        .getByRole('status')
        .filter({ hasText: /^Copied$/ })
        .waitFor();
      const firstSecret = await page.evaluate('navigator.clipboard.readText()');
      expect(firstSecret).toMatch(/^[\w-]{43}$/);
      await page.reload();
      await heading(page, 'Harvester').waitFor();
      expect(await page.content()).not.toContain(firstSecret);
      await page.getByText('Replace the secret').click();
      await press(page, 'Make a new secret');
      const secondSecret = await page.getByLabel('Client secret', { exact: true }).inputValue();
      expect(secondSecret).toMatch(/^[\w-]{43}$/);
      expect(secondSecret).not.toBe(firstSecret);
    });
  });

  it('a mistake in a form is shown with a link to its field, and can be corrected', async () => {
    await inThisWindow(async (page) => {
      await signIn(page);
      await page.goto('/o/applications/register');
      await page.getByLabel('Redirect URIs').fill('nonsense');
      await fillAndRegister(page, 'Survey app', 'Authorization code');
      const summary = page.getByRole('alert');
      await summary.waitFor();
      await waitForFocus(summary);
      await summary.getByRole('link').click();
      const field = page.getByLabel('Redirect URIs');
      await waitForFocus(field);
      expect(await field.inputValue()).toBe('nonsense');
      await field.fill('https://survey.example/back');
      await press(page, 'Register');
      await heading(page, 'Survey app').waitFor();
    });
  });

  async function fillAndRegister(page: Page, name: string, grant: string): Promise<void> {
    await page.getByLabel('Name').fill(name);
    await page.getByRole('radio', { name: grant }).check();
    await press(page, 'Register');
  }
});

describe('without a mouse', () => {
  /** The outline style of the focused control. The outline of a radio button is around its whole label. */
  const outlineStyle =
    "getComputedStyle(document.activeElement.closest('.choice') ?? document.activeElement).outlineStyle";

  /** Moves to a control with the Tab key, and checks that the focus is visible. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    for (let steps = 0; steps < 40; steps += 1) {
      await page.keyboard.press('Tab');
      if (!(await hasFocus(target))) continue;
      expect(await page.evaluate(outlineStyle)).toBe('solid');
      return;
    }
    throw new Error(`The Tab key does not reach ${target.toString()}.`);
  }

  async function activate(page: Page, role: 'link' | 'button', name: string): Promise<void> {
    await tabTo(page, page.getByRole(role, { name, exact: true }).first());
    await page.keyboard.press('Enter');
  }

  it('a user can do everything that the pages offer', async () => {
    await inWindow(browser, site.origin, {}, async (page) => {
      await page.goto('/o/applications/');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await waitForFocus(page.locator('main'));
      await tabTo(page, page.getByLabel('Username or e-mail address'));
      await page.keyboard.type('ada');
      await tabTo(page, page.getByLabel('Password'));
      await page.keyboard.type(testPassword);
      await page.keyboard.press('Enter');

      await activate(page, 'link', 'Register an application');
      await tabTo(page, page.getByLabel('Name'));
      await page.keyboard.type('Harvester');
      await tabTo(page, page.getByRole('radio', { name: 'Public' }));
      await page.keyboard.press('ArrowDown');
      await tabTo(page, page.getByRole('radio', { name: 'Password' }));
      await page.keyboard.press('ArrowDown');
      await activate(page, 'button', 'Register');
      await activate(page, 'button', 'Copy Client secret');
      await page.getByText('Copied', { exact: true }).waitFor();
      await activate(page, 'link', 'I have copied it: to the application');
      expect(await storedApplications("client_type || ' ' || grant_type")).toEqual([
        'confidential client-credentials',
      ]);

      await activate(page, 'link', 'Edit');
      await tabTo(page, page.getByLabel('Name'));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('Nightly harvester');
      await page.keyboard.press('Enter');
      await heading(page, 'Nightly harvester').waitFor();
      await tabTo(page, page.getByText('Replace the secret'));
      await page.keyboard.press('Enter');
      await activate(page, 'button', 'Make a new secret');
      await activate(page, 'link', 'I have copied it: to the application');
      await activate(page, 'link', 'Delete the application');
      await activate(page, 'button', 'Delete');
      await page.getByText('The application is deleted.').waitFor();
      await activate(page, 'button', 'Sign out');
      await heading(page, 'Sign in').waitFor();
    });
  });
});

describe('without a script', () => {
  it('a user can do everything that the pages offer, and can select and copy the client id', async () => {
    await inWindow(browser, site.origin, { script: false }, async (page) => {
      await signIn(page);
      await registerByForm(page, 'Survey app');
      const field = page.getByLabel('Client id', { exact: true });
      expect([await field.inputValue()]).toEqual(await storedApplications('client_id'));
      expect(await page.getByRole('button', { name: /Copy/ }).count()).toBe(0);
      await field.focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.press('ControlOrMeta+C');
      await follow(page, 'Edit');
      await page.getByLabel('Name').focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.press('ControlOrMeta+V');
      await press(page, 'Save');
      expect(await storedApplications('name')).toEqual(await storedApplications('client_id'));
      await follow(page, 'Edit');
      await page.getByRole('radio', { name: 'Confidential' }).check();
      await press(page, 'Save');
      await heading(page, 'The client secret').waitFor();
      await follow(page, 'I have copied it: to the application');
      await follow(page, 'Delete the application');
      await press(page, 'Delete');
      expect(await storedApplications('name')).toEqual([]);
      await press(page, 'Sign out');
      await heading(page, 'Sign in').waitFor();
    });
  });
});

describe('a real browser', () => {
  it('stores the cookies as Secure and SameSite=Lax, and hides them from scripts', async () => {
    await inWindow(browser, site.origin, {}, async (page, context) => {
      await signIn(page);
      await heading(page, 'Your applications').waitFor();
      const cookies = await context.cookies();
      expect(cookies.map(({ name }) => name).toSorted()).toEqual([
        '__Host-heritage-form',
        '__Host-heritage-session',
      ]);
      for (const cookie of cookies) {
        expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
      }
      expect(await page.evaluate('document.cookie')).toBe('');
    });
  });

  it('does not run a script that was typed into a field', async () => {
    const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    await inWindow(browser, site.origin, {}, async (page) => {
      await signIn(page);
      await registerByForm(page, name);
      await heading(page, name).waitFor();
      expect(await page.locator('main img, main script').count()).toBe(0);
      await page.goto('/o/applications/');
      await page.getByRole('link', { name }).waitFor();
      expect(await page.title()).toContain('Your applications');
    });
  });

  it('does not run a script that was injected into a page', async () => {
    const complaint = 'Content Security Policy';
    await inWindow(browser, site.origin, { complaint }, async (page) => {
      await page.route('**/o/sign-in', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('</h1>', '</h1><script>window.ran=1</script>');
        await route.fulfill({ response, body });
      });
      await page.goto('/o/sign-in');
      await heading(page, 'Sign in').waitFor();
      expect(await page.evaluate('window.ran')).toBeUndefined();
    });
  });

  it('cannot use the session for a form of another site', async () => {
    await inWindow(browser, site.origin, {}, async (page) => {
      await signIn(page);
      await registerByForm(page, 'Survey app');
      const path = new URL(page.url()).pathname;
      // Browsers treat 127.0.0.1 as another site than localhost.
      const otherOrigin = site.origin.replace('localhost', '127.0.0.1');
      await page.goto(`${otherOrigin}/health`);
      await page.setContent(
        `<form method="post" action="${site.origin}${path}/delete"><button>Win</button></form>`,
      );
      await press(page, 'Win');
      await heading(page, 'The form was not accepted').waitFor();
      expect(await storedApplications('name')).toEqual(['Survey app']);
    });
  });
});
