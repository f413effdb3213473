import { readSet } from '../../data-api/sets.ts';
import type { DataApi } from '../../data-api/client.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { resourceDocuments } from '../../queries/resources/resource-documents.ts';
import { listedResource } from '../../serializers/resources/listed-resource.ts';
import { json, type Answer } from '../answers/answer.ts';

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
export function resourceArray(data: DataApi, ids: readonly string[], reader: Reader): Answer {
  return {
    ...json(''),
    body: ids.length === 0 ? '[]' : written(data, ids, reader),
    headers: { Vary: 'Accept-Language' },
    // An array without its end is no JSON.
    whenCut: '',
  };
}

async function* written(
  data: DataApi,
  ids: readonly string[],
  { caller, languages }: Reader,
): AsyncGenerator<string> {
  const query = resourceDocuments(caller, ids);
  let before = '[';
  for await (const items of readSet(data, query)) {
    const resources = query.read(items).map((one) => listedResource(one, languages));
    yield before + resources.join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
