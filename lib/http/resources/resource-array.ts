import type { DataApi } from '../../data-api/client.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { writeListedResource } from '../../serializers/resources/listed-resource.ts';
import { jsonResponse, type HttpResponse } from '../responses/response.ts';
import { readListedResources } from './read-listed-resources.ts';

type Reader = {
  readonly caller: Caller;
  /** Language tags, the preferred one first, the default language of the project last. */
  readonly languages: readonly string[];
};

/**
 * Makes a response with an array of resource instances, which are read while it is sent. Instances that are deleted in the meantime are
 * left out.
 * @param ids of visible resource instances, in order
 * @param findNextIds finds the ids that follow an id, for an array of several pages; it returns none at the end
 */
export function resourceArrayResponse(
  dataApi: DataApi,
  ids: readonly string[],
  reader: Reader,
  findNextIds: (lastId: string) => Promise<readonly string[]> = async () => [],
): HttpResponse {
  return {
    ...jsonResponse(''),
    body: ids.length === 0 ? '[]' : writeResources(dataApi, readIdPages(ids, findNextIds), reader),
    headers: { Vary: 'Accept-Language' },
    // An array without its end is already invalid JSON.
    abortText: '',
  };
}

async function* readIdPages(
  firstIds: readonly string[],
  findNextIds: (lastId: string) => Promise<readonly string[]>,
): AsyncGenerator<readonly string[]> {
  let ids = firstIds;
  for (let lastId = ids.at(-1); lastId !== undefined; lastId = ids.at(-1)) {
    yield ids;
    ids = await findNextIds(lastId);
  }
}

async function* writeResources(
  dataApi: DataApi,
  idPages: AsyncIterable<readonly string[]>,
  { caller, languages }: Reader,
): AsyncGenerator<string> {
  let separator = '[';
  for await (const ids of idPages) {
    for await (const resources of readListedResources(dataApi, caller, ids)) {
      if (resources.length === 0) continue;
      const texts = resources.map((resource) => writeListedResource(resource, languages));
      yield separator + texts.join(',');
      separator = ',';
    }
  }
  yield separator === '[' ? '[]' : ']';
}
