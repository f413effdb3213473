import type { Figure } from '../figure.ts';
import { fetchAnswer } from './client.ts';
import { withFlatTable } from './flat-table.ts';
import { pagePath } from './requests.ts';
import { measureMediansInTurn } from './rounds.ts';
import { withBenchService } from './stack.ts';

const rounds = 15;

/** The name of the peer, a server like pg_featureserv. */
const flatTableName = 'a flat table over node:http';

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
    withBenchService(database, ({ url }) => measurePageTimes(subject, depths, url, flat)),
  );
}

/** Measures the times of pages of the service. */
async function measurePageTimes(
  subject: string,
  depths: readonly number[],
  url: string,
  flatTableUrl: string,
): Promise<readonly Figure[]> {
  const createTask = (address: string) => async () => (await fetchAnswer(address)).time;
  const tasks: Record<string, () => Promise<number>> = {
    [flatTableName]: createTask(flatTableUrl),
  };
  for (const depth of depths) {
    tasks[`page ${depth}`] = createTask(url + pagePath(depth));
    const cursor = await findCursorUrl(url, depth);
    if (cursor !== undefined) tasks[`cursor at page ${depth}`] = createTask(cursor);
  }
  const median = await measureMediansInTurn(rounds, tasks);
  const first = { subject, measure: 'page 1', value: median('page 1'), unit: 'ms' };
  const beside = { name: 'page 1', value: first.value };
  return [
    { ...first, beside: { name: flatTableName, value: median(flatTableName) }, goal: 2 },
    ...Object.keys(tasks)
      .filter((measure) => measure !== flatTableName && measure !== 'page 1')
      .map((measure) => ({ subject, measure, value: median(measure), unit: 'ms', beside })),
  ];
}

/** Finds the address of a page by cursor: the link in the previous page. The first page has no such address. */
async function findCursorUrl(url: string, depth: number): Promise<string | undefined> {
  if (depth === 1) return undefined;
  const { next } = await fetchAnswer(url + pagePath(depth - 1));
  if (next === undefined || !next.includes('cursor=')) {
    console.error(`Page ${depth - 1} names no cursor to page ${depth}: it is not measured.`);
    return undefined;
  }
  const { pathname, search } = new URL(next, url);
  return url + pathname + search;
}
