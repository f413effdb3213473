import { asList } from '../../model/datatypes/values/json-values.ts';
import { readJsonParameter, refuse } from './json-parameter.ts';
import type { SearchParameters } from './search-parameters.ts';

const unavailableFilters = ['lifecycle-state-filter', 'cross-model-advanced-search'] as const;

const standardView = 'standard-search-view';

/**
 * Refuses known parts of a search that cannot be followed: without them, it would find more than it means.
 * @throws InvalidInput
 */
export function refuseUnavailable(parameters: SearchParameters): void {
  const view = parameters['search-view']?.trim() ?? '';
  if (view !== '' && view !== standardView) {
    refuse('search-view', `No search-view named ${view}. ${standardView} is available.`);
  }
  for (const name of unavailableFilters) {
    const items = asList(readJsonParameter(name, parameters[name]));
    if (items.length > 0) refuse(name, 'is not available. Leave it out.');
  }
}
