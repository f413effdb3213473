import type { StatementReader } from '../../data-api/chunks.ts';
import { readPages } from '../../data-api/read-pages.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  listResourceDocuments,
  type ListedResource,
} from '../../queries/resources/list-resource-documents.ts';

/** How many resource instances are kept at once to bring them into another order than that of their ids. */
const keptAtOnce = 100;

/**
 * Reads visible resource instances with names and tiles in the order of a list of ids, some at a time. Those that are deleted meanwhile are
 * left out.
 * @rule Resource instances: In which order are the documents of a sorted list read?
 */
export async function* readListedResources(
  dataApi: StatementReader,
  caller: Caller,
  ids: readonly string[],
): AsyncGenerator<readonly ListedResource[]> {
  const isSortedById = ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id);
  if (isSortedById) {
    if (ids.length > 0) yield* readById(dataApi, caller, ids);
    return;
  }
  for (let first = 0; first < ids.length; first += keptAtOnce) {
    const part = ids.slice(first, first + keptAtOnce);
    const read = new Map<string, ListedResource>();
    for await (const resources of readById(dataApi, caller, part)) {
      for (const resource of resources) read.set(resource.header.resourceId, resource);
    }
    yield part.flatMap((id) => read.get(id) ?? []);
  }
}

async function* readById(
  dataApi: StatementReader,
  caller: Caller,
  ids: readonly string[],
): AsyncGenerator<readonly ListedResource[]> {
  const query = listResourceDocuments(caller, ids);
  for await (const items of readPages(dataApi, query)) yield query.parse(items);
}
