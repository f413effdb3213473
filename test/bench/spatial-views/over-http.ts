import type { Figure } from '../figure.ts';
import { fetchAnswer } from '../geojson/client.ts';
import { allFeatures } from '../geojson/requests.ts';
import { measureMediansInTurn } from '../geojson/rounds.ts';
import { withBenchService } from '../geojson/stack.ts';
import { withLayerDatabase } from './layer-databases.ts';

const rounds = 9;
const pageSize = 1000;
const items = `/ogc/collections/sites_1/items?limit=${pageSize}`;

/** Measures a page of items of a collection compared with a page of /geojson, and the last page of items compared with the first. */
export async function measureOverHttp(
  server: string,
  features: number,
): Promise<readonly Figure[]> {
  const subject = `${features.toLocaleString('en-US')} points`;
  return withLayerDatabase(server, features, 1, (database) =>
    withBenchService(database, async ({ url }) => {
      const depth = Math.max(1, features - pageSize);
      const lastPagePath = await findPageAfter(url, depth);
      const createTask = (path: string) => async () => (await fetchAnswer(url + path)).time;
      const median = await measureMediansInTurn(rounds, {
        items: createTask(items),
        features: createTask(`${allFeatures}&use_display_values&limit=${pageSize}`),
        deep: createTask(lastPagePath),
      });
      const page = `a page of ${pageSize.toLocaleString('en-US')} items`;
      return [
        {
          subject,
          measure: page,
          value: median('items'),
          unit: 'ms',
          beside: { name: '/geojson', value: median('features') },
          goal: 1.5,
        },
        {
          subject,
          measure: `${page} after ${depth.toLocaleString('en-US')} others`,
          value: median('deep'),
          unit: 'ms',
          beside: { name: 'the first page', value: median('items') },
          goal: 1.5,
        },
      ];
    }),
  );
}

/** Follows the links from the first page. @returns the path of the page after a number of items */
async function findPageAfter(url: string, count: number): Promise<string> {
  let path = items;
  for (let passed = 0; passed < count; passed += pageSize) {
    const { next } = await fetchAnswer(url + path);
    if (next === undefined) return path;
    const { pathname, search } = new URL(next, url);
    path = pathname + search;
  }
  return path;
}
