import { readSet } from '../../data-api/sets.ts';
import type { DataApi } from '../../data-api/client.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { listResourceDocuments } from '../../queries/resources/resource-documents.ts';
import { writeListedResource } from '../../serializers/resources/listed-resource.ts';
import { jsonResponse, type HttpResponse } from '../responses/response.ts';

/** Who reads resource instances, and in which languages. */
type Reader = {
  readonly caller: Caller;
  /** Tags, most wanted first; the project's default language is the last. */
  readonly languages: readonly string[];
};

/**
 * An answer with an array of resource instances, made while they are read. What has gone since its id was found is left out.
 * @param ids of what the caller may see, in order
 */
export function resourceArrayResponse(
  data: DataApi,
  ids: readonly string[],
  reader: Reader,
): HttpResponse {
  return {
    ...jsonResponse(''),
    body: ids.length === 0 ? '[]' : written(data, ids, reader),
    headers: { Vary: 'Accept-Language' },
    // An array without its end is no JSON.
    abortText: '',
  };
}

async function* written(
  data: DataApi,
  ids: readonly string[],
  { caller, languages }: Reader,
): AsyncGenerator<string> {
  const query = listResourceDocuments(caller, ids);
  let before = '[';
  for await (const items of readSet(data, query)) {
    const resources = query.read(items).map((one) => writeListedResource(one, languages));
    yield before + resources.join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
