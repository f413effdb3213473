import type { Caller } from '../../model/accounts/caller.ts';
import { describePage } from '../../model/former-search/paginator.ts';
import { geometriesAcrossAntimeridian } from '../../model/former-search/shift-geometry.ts';
import type { FormerSearch } from '../../model/former-search/search-request.ts';
import type { Sort } from '../../model/questions/sort.ts';
import { listHitDetails, type HitDetails } from '../../queries/former-search/hit-details.ts';
import { findIsReviewer } from '../../queries/former-search/reviewer.ts';
import { writeHit, type HitOptions } from '../../serializers/former-search/search-hit.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { readListedResources } from '../resources/read-listed-resources.ts';
import { jsonResponse, type HttpResponse } from '../responses/response.ts';
import { findFirstIds, findNumberedIds, maxNumbered } from './found-ids.ts';
import { refuse } from './json-parameter.ts';
import { readSearch } from './read-search.ts';
import { requestedLanguages } from './requested-languages.ts';
import { resolveSearch } from './resolve-search.ts';
import type { PageParameters, SearchParameters } from './search-parameters.ts';

const defaultPageSize = 5;

type SearchRequest = {
  readonly parameters: SearchParameters & PageParameters;
  readonly caller: Caller;
  readonly languages: readonly string[];
};

type SearchContext = Pick<DataHandlerContext, 'dataApi' | 'read'>;

function readNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : NaN;
  if (number >= 1 && number <= most) return number;
  return refuse(name, `must be a whole number from 1 to ${most}.`);
}

type Page = {
  readonly page: number;
  readonly pageSize: number;
  /** How many hits the answer has. */
  readonly length: number;
};

/** The requested page. With `export`, it has all hits. */
function readPage(parameters: PageParameters, isExport: boolean): Page {
  if (isExport) return { page: 1, pageSize: maxNumbered, length: maxNumbered };
  const count =
    parameters.mobiledownload === undefined ? parameters.limit : parameters.resourcecount;
  const pageSize = readNumber('limit', count ?? parameters.limit, maxNumbered) ?? defaultPageSize;
  const page = readNumber('paging-filter', parameters['paging-filter'], 999_999_999) ?? 1;
  const more = readNumber('pages', parameters.pages, maxNumbered) ?? 0;
  return { page, pageSize, length: pageSize * (1 + more) };
}

/** The order of hits: by name if that is requested, otherwise by id. */
function readOrder(text: string | undefined): Sort {
  const order = text?.trim().toLowerCase();
  return order === 'asc' || order === 'desc'
    ? { key: 'name', isDescending: order === 'desc' }
    : { key: 'id', isDescending: false };
}

/** Whether a parameter switches something on: it can be sent without a value. */
const isOn = (text: string | undefined, isSent: boolean): boolean =>
  isSent && !['false', '0'].includes((text ?? '').toLowerCase());

/**
 * Responds to a search with one page of hits in the layout of the reference platform. The number of all hits is exact up to 10,000.
 * @rule Searching by values: How do pages of the reference platform's search follow each other?
 * @throws InvalidInput for a page beyond the end
 */
export async function formerSearchResponse(
  { parameters, caller, languages: accepted }: SearchRequest,
  sentNames: ReadonlySet<string>,
  { dataApi, read }: SearchContext,
): Promise<HttpResponse> {
  const search = readSearch(parameters);
  const languages = requestedLanguages(parameters.lang, accepted);
  const isExport = isOn(parameters.export, sentNames.has('export'));
  const { page, pageSize, length } = readPage(parameters, isExport);
  const question = await resolveSearch(search, caller, { read });
  const sort = readOrder(parameters['sort-results']);
  const reader = { dataApi, caller };
  const found = await findNumberedIds(reader, question);
  const total = Math.min(found.length, maxNumbered);
  const first = (page - 1) * pageSize;
  if (first > 0 && first >= total) {
    const advice =
      first >= maxNumbered
        ? `Pages reach ${maxNumbered} hits. GET /resources/ with conditions has a cursor for all of them, and exports have all.`
        : 'There is no such page.';
    refuse('paging-filter', advice);
  }
  const last = Math.min(first + length, total);
  const ordered =
    sort.key === 'id' || last === 0
      ? found
      : await findFirstIds(reader, question, { caller, languages, sort }, last);
  const ids = ordered.slice(first, last);
  const details = ids.length === 0 ? [] : await read(listHitDetails(caller, ids));
  const isReviewer = details[0]?.isReviewer ?? (await read(findIsReviewer(caller)));
  const countOfHits = {
    value: total,
    relation: found.length > maxNumbered ? 'gte' : 'eq',
  };
  const options = {
    languages,
    includesTiles: isOn(parameters.tiles, sentNames.has('tiles')),
  };
  const start = `{"results":{"took":0,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"total":${JSON.stringify(countOfHits)},"max_score":${total === 0 ? 'null' : 1},"hits":[`;
  const end = `]},"aggregations":{"geo_aggs":{"doc_count":0,"inner":{"doc_count":0,"buckets":[]}}}},${JSON.stringify(
    {
      'paging-filter': { paginator: describePage(page, pageSize, total) },
      ...describePlace(search),
      reviewer: isReviewer,
      timestamp: new Date().toISOString(),
      total_results: total,
      userid: caller,
      groups: [],
    },
  ).slice(1)}`;
  return {
    ...jsonResponse(''),
    body: writeHits({ start, end, ids, details, caller, options }, dataApi),
    headers: { Vary: 'Accept-Language', 'Cache-Control': 'private, no-cache' },
    abortText: '',
  };
}

function describePlace({ place }: FormerSearch): Readonly<Record<string, unknown>> {
  if (place === null) return {};
  const [geometry] = geometriesAcrossAntimeridian(place.geometry);
  return { 'map-filter': { search_buffer: geometry } };
}

type Hits = {
  readonly start: string;
  readonly end: string;
  readonly ids: readonly string[];
  readonly details: readonly HitDetails[];
  readonly caller: Caller;
  readonly options: HitOptions;
};

async function* writeHits(
  { start, end, ids, details, caller, options }: Hits,
  dataApi: SearchContext['dataApi'],
): AsyncGenerator<string> {
  const detailsById = new Map(details.map((item) => [item.resourceId, item]));
  let beginning = start;
  for await (const resources of readListedResources(dataApi, caller, ids)) {
    const hits = resources.flatMap((resource) => {
      const detail = detailsById.get(resource.header.resourceId);
      return detail === undefined ? [] : [writeHit(resource, detail, options)];
    });
    if (hits.length === 0) continue;
    // The first part has hits, so that an error before it is still a status.
    yield beginning + hits.join(',');
    beginning = ',';
  }
  yield beginning === start ? start + end : end;
}
