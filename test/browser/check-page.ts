import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

type Scheme = 'light' | 'dark';

const windows = [
  { width: 375, scheme: 'light', rules: 'all' },
  { width: 375, scheme: 'dark', rules: 'contrast' },
  { width: 1280, scheme: 'light', rules: 'contrast' },
  { width: 1280, scheme: 'dark', rules: 'all' },
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

async function findViolations(page: Page, rules: 'all' | 'contrast'): Promise<readonly string[]> {
  const builder = new AxeBuilder({ page });
  if (rules === 'contrast') builder.withRules('color-contrast');
  const { violations, passes, incomplete } = await builder.analyze();
  if (passes.length + incomplete.length === 0) return ['axe-core has checked nothing'];
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Checks one page in every window. All rules apply in two windows, and the rule of the contrast, which depends on the colours, in all. */
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
  for (const { width, scheme, rules } of windows) {
    await resize(page, width, scheme);
    addProblems(axeTest(width, scheme), await findViolations(page, rules));
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
    'meets the rules of axe-core in a window $width pixels wide in $scheme mode: $rules',
    ({ width, scheme }) => {
      expect(problems.get(axeTest(width, scheme))).toEqual([]);
    },
  );

  it.each(scrollWidths)('does not scroll sideways in a window %i pixels wide', (width) => {
    expect(problems.get(scrollTest(width))).toEqual([]);
  });
}
