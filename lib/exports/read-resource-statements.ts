import { runQuery } from '../data-api/query.ts';
import { readPages } from '../data-api/read-pages.ts';
import { parseResourceId, type ResourceId } from '../model/ids.ts';
import {
  listResourceStatements,
  type ResourceStatements,
} from '../queries/resources/list-resource-statements.ts';
import { listResources, type ResourcePage } from '../queries/resources/list-resources.ts';
import type { QuadSource } from './quad-chunk.ts';

/** How many resource instances a query covers. Each of its calls examines all of them, and returns up to about a million bytes. */
const resourcesPerBatch = 200;

/**
 * Reads the resource instances that the caller may see with tiles, concepts and names, in the order of their ids.
 * @param graph id or slug of the model to read; undefined for all
 * @param after the last one that was read
 */
export async function* readResourceStatements(
  { dataApi, caller }: Pick<QuadSource, 'dataApi' | 'caller'>,
  graph: string | undefined,
  after: ResourceId | null,
): AsyncGenerator<readonly ResourceStatements[]> {
  for (let lastId = after; ;) {
    const position =
      lastId === null
        ? ({ kind: 'page', page: 1 } as const)
        : ({ kind: 'cursor', after: lastId } as const);
    const page: ResourcePage = await runQuery(
      dataApi.read,
      listResources(caller, graph, position, resourcesPerBatch),
    );
    const ids = page.ids.slice(0, resourcesPerBatch);
    const query = listResourceStatements(caller, ids);
    for await (const items of readPages(dataApi, query)) yield query.parse(items);
    const lastListedId = ids.at(-1);
    if (lastListedId === undefined || page.ids.length <= resourcesPerBatch) return;
    lastId = parseResourceId(lastListedId);
  }
}
