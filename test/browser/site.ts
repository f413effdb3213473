import path from 'node:path';

import type { Page } from 'playwright-core';

import { assetFolder, buildFunctions } from '../../infra/build/functions.ts';

import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import { createVisitorAccounts } from '../functions/oauth/visitor.ts';
import { testPassword } from '../support/accounts.ts';
import { openTestService, type TestService } from '../support/service.ts';

/** The service on a local port, with accounts that can sign in. */
export type Site = {
  /** The origin at which browsers reach the service. */
  readonly origin: string;
  readonly service: TestService;
  readonly close: () => Promise<void>;
};

/** @param content of its database; the default is empty */
export async function openSite(content?: 'sample'): Promise<Site> {
  const service = await openTestService(content);
  process.env['HDS_ASSET_FOLDER'] = path.join(await buildFunctions('shared'), assetFolder);
  const listening = await listenOnPort(await openGateway('sources'));
  // Browsers store `Secure` cookies without TLS for localhost only.
  const origin = `http://localhost:${new URL(listening.url).port}`;
  process.env['HDS_BASE_URL'] = origin;
  await createVisitorAccounts(service);
  return {
    origin,
    service,
    close: async () => {
      await listening.close();
      await service.close();
    },
  };
}

/** Opens a page, which redirects to the sign-in form, and signs in. */
export async function signIn(page: Page, path = '/o/applications/', name = 'ada'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Username or e-mail address').fill(name);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Registers an application with the form, and leaves the next page open. */
export async function registerByForm(page: Page, name: string, choices: readonly string[] = []) {
  await page.goto('/o/applications/register');
  await page.getByLabel('Name').fill(name);
  for (const choice of choices) await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('button', { name: 'Register' }).click();
}
