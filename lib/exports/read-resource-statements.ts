import { readPages } from '../data-api/read-pages.ts';
import type { ResourceId } from '../model/ids.ts';
import {
  listResourceStatements,
  type ResourceStatements,
} from '../queries/resources/list-resource-statements.ts';
import type { QuadSource } from './quad-chunk.ts';
import { readVisibleIds } from './read-visible-ids.ts';

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
  for await (const ids of readVisibleIds({ dataApi, caller }, graph, after, resourcesPerBatch)) {
    const query = listResourceStatements(caller, ids);
    for await (const items of readPages(dataApi, query)) yield query.parse(items);
  }
}
