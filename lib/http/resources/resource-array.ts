import { readPages } from '../../data-api/read-pages.ts';
import type { DataApi } from '../../data-api/client.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { listResourceDocuments } from '../../queries/resources/list-resource-documents.ts';
import { writeListedResource } from '../../serializers/resources/listed-resource.ts';
import { jsonResponse, type HttpResponse } from '../responses/response.ts';

type Reader = {
  readonly caller: Caller;
  /** Language tags, the preferred one first, the default language of the project last. */
  readonly languages: readonly string[];
};

/**
 * Makes a response with an array of resource instances, which are read while it is sent. Instances that are deleted in the meantime are
 * left out.
 * @param ids of visible resource instances, in order
 */
export function resourceArrayResponse(
  data: DataApi,
  ids: readonly string[],
  reader: Reader,
): HttpResponse {
  return {
    ...jsonResponse(''),
    body: ids.length === 0 ? '[]' : writeResources(data, ids, reader),
    headers: { Vary: 'Accept-Language' },
    // An array without its end is already invalid JSON.
    abortText: '',
  };
}

async function* writeResources(
  data: DataApi,
  ids: readonly string[],
  { caller, languages }: Reader,
): AsyncGenerator<string> {
  const query = listResourceDocuments(caller, ids);
  let separator = '[';
  for await (const items of readPages(data, query)) {
    const resources = query
      .parse(items)
      .map((resource) => writeListedResource(resource, languages));
    yield separator + resources.join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
