import * as z from 'zod';

import { textParameter } from '../parameters/types/texts.ts';

/** The parameters of a search at the addresses of the reference platform. Others, which its clients send, are ignored. */
export const searchParameters = {
  'advanced-search': textParameter.describe(
    'JSON: a list of groups with conditions by node id. The conditions of a group are met in one tile; `"op": "or"` begins a new alternative.',
  ),
  'term-filter': textParameter.describe(
    'JSON: a list of texts and concepts that values have: `[{"type": "term", "value": "barrow"}]`.',
  ),
  'map-filter': textParameter.describe(
    'JSON: a FeatureCollection, of which the first feature counts, with `buffer` and `inverted` in its properties.',
  ),
  'resource-type-filter': textParameter.describe('JSON: a list of models: `[{"graphid": "…"}]`.'),
  'time-filter': textParameter.describe('JSON: `{"fromDate": "…", "toDate": "…"}`.'),
  'provisional-filter': textParameter.describe(
    'JSON: `[{"provisionaltype": "Provisional"}]`, for reviewers.',
  ),
  'search-view': textParameter.describe('standard-search-view; others are not available.'),
  'lifecycle-state-filter': textParameter.describe('Not available: a search with it is refused.'),
  'cross-model-advanced-search': textParameter.describe(
    'Not available: a search with it is refused.',
  ),
  ids: textParameter.describe('JSON: a list of ids of resource instances.'),
  id: textParameter.describe(
    'The id of a resource instance, or several with commas. Nothing else counts then.',
  ),
  language: textParameter.describe('The language of texts in which terms are searched; * for all.'),
  lang: textParameter.describe('The language of names in the answer.'),
};

/** The parameters of pages besides those of the search. */
export const pageParameters = {
  'paging-filter': textParameter.describe('The page, from 1.'),
  limit: textParameter.describe('Items per page, 1 to 10,000; default 5.'),
  tiles: textParameter.describe('true: with the tiles of each resource instance.'),
  pages: textParameter.describe('How many pages follow the requested one in the answer.'),
  mobiledownload: textParameter.describe('With resourcecount: items per page.'),
  resourcecount: textParameter.describe('Items per page, with mobiledownload.'),
  'sort-results': textParameter.describe('asc or desc: by name; otherwise by id.'),
  export: textParameter.describe('true: all hits in one answer, up to 10,000.'),
};

const searchSchema = z.object(searchParameters);
const pageSchema = z.object(pageParameters);

export type SearchParameters = z.output<typeof searchSchema>;
export type PageParameters = z.output<typeof pageSchema>;

/** The parameters of exports besides those of the search. */
export const exportParameters = {
  format: textParameter.describe('geojson or tilecsv.'),
  precision: textParameter.describe('Digits of coordinates after the point; default 5.'),
};

const exportSchema = z.object(exportParameters);

export type ExportParameters = z.output<typeof exportSchema>;
