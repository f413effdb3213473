import { InvalidInput } from '../../errors.ts';
import { parseResourceId } from '../../model/ids.ts';
import { searchResources, type ResourceMatches } from '../../queries/resources/search-resources.ts';
import { toSearchResult } from '../../serializers/resources/search-result.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { pageLinks, pageResponse } from '../responses/page-response.ts';
import { linkHeader } from '../responses/link-header.ts';
import { withHeaders, type HttpResponse } from '../responses/response.ts';
import {
  missingModelError,
  pickRepeatedParameters,
  readRequestedModel,
  unknownModelError,
  type ListRequest,
} from './list-parameters.ts';
import { defaultResults, maxResults } from './result-limits.ts';
import { resourceArrayResponse } from './resource-array.ts';
import { resourceContainerResponse } from './resource-container.ts';
import { toMatchKey } from './resource-cursor.ts';

/** A page of matches. */
export type MatchPage = ResourceMatches & {
  /** The key of the last match, if another page follows. */
  readonly lastKey: string | undefined;
};

/**
 * Reads a page of matches.
 * @throws InvalidInput for a page number, a cursor of another list, or an unknown model
 */
export async function readMatchPage(
  words: string,
  { caller, parameters }: ListRequest,
  { read }: Pick<DataHandlerContext, 'read'>,
): Promise<MatchPage> {
  const { cursor, limit = defaultResults } = parameters;
  const errors = [
    ...(parameters.page === undefined
      ? []
      : [
          parameterError(
            'page',
            'invalid',
            'a search has no page numbers. Follow the link rel="next".',
          ),
        ]),
    ...(cursor !== undefined && cursor.kind !== 'match'
      ? [
          parameterError(
            'cursor',
            'invalid',
            'is the cursor of a list. Leave it out to begin the search.',
          ),
        ]
      : []),
    ...(limit > maxResults
      ? [parameterError('limit', 'invalid', `a search has at most ${maxResults} items per page.`)]
      : []),
  ];
  if (errors.length > 0) throw new InvalidInput(errors);
  const graph = readRequestedModel(parameters);
  const after = cursor?.kind === 'match' ? cursor.after : undefined;
  const result = await read(searchResources(caller, { words, graph, after, limit }));
  if (!result.mayReadGraph) throw unknownModelError(parameters);
  const matches = result.matches.slice(0, limit);
  const lastMatch = result.matches.length > limit ? matches.at(-1) : undefined;
  const lastKey =
    lastMatch && toMatchKey({ ...lastMatch, resourceId: parseResourceId(lastMatch.resourceId) });
  return { ...result, matches, lastKey };
}

/** Makes the response of a search for programs: a container of URIs, an array of whole resource instances, or `results`. */
export async function searchResponse(
  words: string,
  request: ListRequest,
  context: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
): Promise<HttpResponse> {
  const { caller, format, languages, parameters } = request;
  if (format === 'service-json' && readRequestedModel(parameters) === undefined) {
    throw missingModelError();
  }
  const { matches, models, lastKey } = await readMatchPage(words, request, context);
  const { baseUrl } = context.settings;
  const uri = `${baseUrl}/resources/`;
  const query = { q: words, ...pickRepeatedParameters(request) };
  if (format === 'results') {
    const results = matches.map((match) => toSearchResult(match, { baseUrl, models, languages }));
    const page = pageResponse(results, lastKey, { uri, query, indent: parameters.indent });
    return withHeaders(page, { Vary: 'Accept-Language' });
  }
  const ids = matches.map(({ resourceId }) => resourceId);
  const links = pageLinks(uri, query, lastKey);
  if (format === 'service-json') {
    return withHeaders(
      resourceArrayResponse(context.dataApi, ids, { caller, languages }),
      linkHeader(links),
    );
  }
  return resourceContainerResponse(uri, ids, links, request);
}
