import type { Figure } from '../figure.ts';
import { fetchAnswer } from './client.ts';
import { withFlatTable } from './flat-table.ts';
import { pageAt } from './requests.ts';
import { mediansInTurn } from './rounds.ts';
import { withBenchService } from './stack.ts';

const rounds = 15;

/** The peer of pages: a server of flat tables, such as pg_featureserv. */
const flatTable = 'a flat table over node:http';

/**
 * Measures pages of 1,000 tiles by number and by cursor compared with the first page, and the first page compared with a page of a flat
 * table.
 * @param depths the numbers of existing pages, including 1
 */
export async function measurePages(
  subject: string,
  database: string,
  depths: readonly number[],
): Promise<readonly Figure[]> {
  return withFlatTable(database, (flat) =>
    withBenchService(database, ({ url }) => timesOf(subject, depths, url, flat)),
  );
}

/** The times of pages of the service. @param flat the address of a page of a flat table */
async function timesOf(
  subject: string,
  depths: readonly number[],
  url: string,
  flat: string,
): Promise<readonly Figure[]> {
  const time = (address: string) => async () => (await fetchAnswer(address)).time;
  const works: Record<string, () => Promise<number>> = { [flatTable]: time(flat) };
  for (const depth of depths) {
    works[`page ${depth}`] = time(url + pageAt(depth));
    const cursor = await cursorTo(url, depth);
    if (cursor !== undefined) works[`cursor at page ${depth}`] = time(cursor);
  }
  const median = await mediansInTurn(rounds, works);
  const first = { subject, measure: 'page 1', value: median('page 1'), unit: 'ms' };
  const beside = { name: 'page 1', value: first.value };
  return [
    { ...first, beside: { name: flatTable, value: median(flatTable) }, goal: 2 },
    ...Object.keys(works)
      .filter((measure) => measure !== flatTable && measure !== 'page 1')
      .map((measure) => ({ subject, measure, value: median(measure), unit: 'ms', beside })),
  ];
}

/** The address of a page by cursor, which the previous page contains. The first page has none. */
async function cursorTo(url: string, depth: number): Promise<string | undefined> {
  if (depth === 1) return undefined;
  const { next } = await fetchAnswer(url + pageAt(depth - 1));
  if (next === undefined || !next.includes('cursor=')) {
    console.error(`Page ${depth - 1} names no cursor to page ${depth}: it is not measured.`);
    return undefined;
  }
  const { pathname, search } = new URL(next, url);
  return url + pathname + search;
}
