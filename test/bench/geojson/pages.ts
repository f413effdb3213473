import type { Figure } from '../figure.ts';
import { ask } from './client.ts';
import { pageAt } from './requests.ts';
import { mediansInTurn } from './rounds.ts';
import { withService } from './stack.ts';

const rounds = 15;

/** Pages of 1,000 tiles, by number and by cursor, beside the first. @param depths numbers of pages that there are, 1 among them */
export async function pages(
  subject: string,
  database: string,
  depths: readonly number[],
): Promise<readonly Figure[]> {
  return withService(database, async ({ url }) => {
    const time = (address: string) => async () => (await ask(address)).time;
    const works: Record<string, () => Promise<number>> = {};
    for (const depth of depths) {
      works[`page ${depth}`] = time(url + pageAt(depth));
      const cursor = await cursorTo(url, depth);
      if (cursor !== undefined) works[`cursor at page ${depth}`] = time(cursor);
    }
    const median = await mediansInTurn(rounds, works);
    const beside = { name: 'page 1', value: median('page 1') };
    return Object.keys(works).map((measure) => ({
      subject,
      measure,
      value: median(measure),
      unit: 'ms',
      beside,
    }));
  });
}

/** The address of a page by cursor: what the page before names as its next. Of the first there is none. */
async function cursorTo(url: string, depth: number): Promise<string | undefined> {
  if (depth === 1) return undefined;
  const { next } = await ask(url + pageAt(depth - 1));
  if (next === undefined || !next.includes('cursor=')) {
    console.error(`Page ${depth - 1} names no cursor to page ${depth}: it is not measured.`);
    return undefined;
  }
  const { pathname, search } = new URL(next, url);
  return url + pathname + search;
}
