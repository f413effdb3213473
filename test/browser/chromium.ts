import { existsSync } from 'node:fs';

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect } from 'vitest';

const programs = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/**
 * Starts the Chromium of the system.
 * @param hasGraphics whether it has WebGL, drawn by the processor
 * @throws if it is not installed
 */
export async function openChromium({ hasGraphics = true } = {}): Promise<Browser> {
  const program = programs.find((path) => existsSync(path));
  if (program === undefined) {
    throw new Error(
      `No Chromium was found at ${programs.join(' or ')}. On Debian: apt-get install chromium.`,
    );
  }
  return chromium.launch({
    executablePath: program,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--enable-unsafe-swiftshader',
      ...(hasGraphics ? [] : ['--disable-3d-apis']),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** The settings of a window. */
export type WindowOptions = {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  readonly script?: boolean;
  /** The language of the reader. */
  readonly language?: string;
  /** A part of the only message that the console must show. If absent, the console must show no message. */
  readonly complaint?: string;
};

/** Messages that the console may show: a status of 400 or above, which tests check themselves, and that WebGL without a GPU is slow. */
const expectedMessage = /status of|GPU stall due to ReadPixels/;

/** Runs work in a window with its own cookies, and checks the messages of the console. */
export async function inWindow(
  browser: Browser,
  origin: string,
  windowOptions: WindowOptions,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const { width = 1280, scheme = 'light', script = true, language = 'en' } = windowOptions;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 600 ? 812 : 900 },
    colorScheme: scheme,
    javaScriptEnabled: script,
    locale: language,
  });
  const complaints: string[] = [];
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => {
      if (/^(error|warning)$/.test(message.type()) && !expectedMessage.test(message.text())) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await work(page, context);
  } finally {
    await context.close();
  }
  expect(complaints).toEqual(
    windowOptions.complaint === undefined ? [] : [expect.stringContaining(windowOptions.complaint)],
  );
}
