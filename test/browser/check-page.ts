import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

type Scheme = 'light' | 'dark';

/** Each width and each scheme once: contrast depends on the scheme, the layout on the width. */
const windows = [
  { width: 375, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
] as const;

const scrollWidths = [320, 375, 768];

/** Problems of pages, by the test that reports them. */
type PageProblems = Map<string, string[]>;

const axeTest = (width: number, scheme: Scheme): string => `axe ${width} ${scheme}`;
const scrollTest = (width: number): string => `scroll ${width}`;

async function resize(page: Page, width: number, scheme: Scheme): Promise<void> {
  await page.setViewportSize({ width, height: width < 600 ? 812 : 900 });
  await page.emulateMedia({ colorScheme: scheme });
}

async function findViolations(page: Page): Promise<readonly string[]> {
  // Without legacy mode, each analysis opens a window of its own for frames, which the pages do not have.
  const { violations, passes, incomplete } = await new AxeBuilder({ page })
    .setLegacyMode()
    .analyze();
  if (passes.length + incomplete.length === 0) return ['axe-core has checked nothing'];
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Checks one page in every window. */
async function checkPage(page: Page, name: string, problems: PageProblems): Promise<void> {
  const addProblems = (test: string, found: readonly string[]): void => {
    const earlier = problems.get(test) ?? [];
    problems.set(test, [...earlier, ...found.map((problem) => `${name}: ${problem}`)]);
  };
  for (const width of scrollWidths) {
    await resize(page, width, 'light');
    const pageWidth = await page.evaluate('document.documentElement.scrollWidth');
    addProblems(scrollTest(width), pageWidth === width ? [] : [`${String(pageWidth)} pixels`]);
  }
  for (const { width, scheme } of windows) {
    await resize(page, width, scheme);
    addProblems(axeTest(width, scheme), await findViolations(page));
  }
}

/**
 * Adds the tests of several pages, which are all opened before the first test.
 * @param openPages opens a window, and calls `check` on each page
 */
export function testPages(
  openPages: (check: (page: Page, name: string) => Promise<void>) => Promise<void>,
): void {
  const problems: PageProblems = new Map();

  // Each page is checked in several windows, which takes minutes for many pages on a busy machine.
  beforeAll(() => openPages((page, name) => checkPage(page, name, problems)), 300_000);

  it.each(windows)(
    'meets the rules of axe-core in a window $width pixels wide in $scheme mode',
    ({ width, scheme }) => {
      expect(problems.get(axeTest(width, scheme))).toEqual([]);
    },
  );

  it.each(scrollWidths)('does not scroll sideways in a window %i pixels wide', (width) => {
    expect(problems.get(scrollTest(width))).toEqual([]);
  });
}
