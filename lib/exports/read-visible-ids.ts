import { runQuery } from '../data-api/query.ts';
import { parseResourceId, type ResourceId } from '../model/ids.ts';
import { listResources, type ResourcePage } from '../queries/resources/list-resources.ts';
import type { QuadSource } from './quad-chunk.ts';

/**
 * Lists the ids of the resource instances that the caller may see, in their order, by batches.
 * @param graph id or slug of the model; undefined for all
 * @param after the last one that was read
 */
export async function* readVisibleIds(
  { dataApi, caller }: Pick<QuadSource, 'dataApi' | 'caller'>,
  graph: string | undefined,
  after: ResourceId | null,
  batchSize: number,
): AsyncGenerator<readonly string[]> {
  for (let lastId = after; ;) {
    const position =
      lastId === null
        ? ({ kind: 'page', page: 1 } as const)
        : ({ kind: 'cursor', after: lastId } as const);
    const page: ResourcePage = await runQuery(
      dataApi.read,
      listResources(caller, graph, position, batchSize),
    );
    const ids = page.ids.slice(0, batchSize);
    yield ids;
    const lastListedId = ids.at(-1);
    if (lastListedId === undefined || page.ids.length <= batchSize) return;
    lastId = parseResourceId(lastListedId);
  }
}
