import { asList } from '../../model/datatypes/values/json-values.ts';
import { isUuid } from '../../model/ids.ts';
import type { FormerSearch } from '../../model/former-search/search-request.ts';
import { readJsonParameter } from './json-parameter.ts';
import { readModels, readPlace, readProvisional, readTerms, readTime } from './read-filters.ts';
import { readGroups, readLanguage } from './read-groups.ts';
import { refuseUnavailable } from './refuse-unavailable.ts';
import type { SearchParameters } from './search-parameters.ts';

/**
 * Reads a search.
 * @throws InvalidInput for JSON that cannot be read, with its position, and for values that no condition can have
 */
export function readSearch(parameters: SearchParameters): FormerSearch {
  refuseUnavailable(parameters);
  const read = (name: keyof SearchParameters): unknown => readJsonParameter(name, parameters[name]);
  const ids = read('ids');
  return {
    requestedIds: parameters.id === undefined ? null : listIds(parameters.id.split(',')),
    ids: ids === undefined ? null : listIds(asList(ids)),
    models: readModels(read('resource-type-filter')),
    terms: readTerms(read('term-filter')),
    language: readLanguage(parameters.language),
    groups: readGroups(read('advanced-search')),
    place: readPlace(read('map-filter')),
    time: readTime(read('time-filter')),
    provisional: readProvisional(read('provisional-filter')),
  };
}

const listIds = (values: readonly unknown[]): readonly string[] =>
  values.map((value) => String(value).trim().toLowerCase()).filter(isUuid);
