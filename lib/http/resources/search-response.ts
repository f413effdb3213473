import { InvalidInput } from '../../errors.ts';
import { parseResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { searchedQuestion, valueQuestion } from '../../model/questions/search-question.ts';
import { readFoundRecords } from '../../questions/read-found-records.ts';
import { readSearchPage, type SearchPage } from '../../questions/read-search-page.ts';
import type { ResourceMatch } from '../../queries/resources/search-resources.ts';
import { toResultPictures } from '../../serializers/iiif/result-picture.ts';
import { toFoundResults } from '../../serializers/questions/found-result.ts';
import { toSearchResult, toValueResult } from '../../serializers/resources/search-result.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { countHeaders } from '../questions/count-headers.ts';
import { nextSearchKey, readSearchStart } from '../questions/question-cursor.ts';
import { readWholeQuestion } from '../questions/whole-question.ts';
import { pageLinks, pageResponse } from '../responses/page-response.ts';
import { linkHeader } from '../responses/link-header.ts';
import { withHeaders, type HttpResponse } from '../responses/response.ts';
import {
  pickRepeatedParameters,
  readRequestedModel,
  unknownModelError,
  type ListRequest,
} from './list-parameters.ts';
import { resourceArrayResponse } from './resource-array.ts';
import { resourceContainerResponse } from './resource-container.ts';
import { defaultResults, maxResults } from './result-limits.ts';

type SearchContext = Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>;

/**
 * Reads the number of items on a page of a search.
 * @throws InvalidInput for a page number, and for a limit that is too large
 */
export function checkSearchLimits({ parameters }: ListRequest): number {
  const { page, limit = defaultResults } = parameters;
  const errors = [
    ...(page === undefined
      ? []
      : [
          parameterError(
            'page',
            'invalid',
            'a search has no page numbers. Follow the link rel="next".',
          ),
        ]),
    ...(limit > maxResults
      ? [parameterError('limit', 'invalid', `a search has at most ${maxResults} items per page.`)]
      : []),
  ];
  if (errors.length > 0) throw new InvalidInput(errors);
  return limit;
}

/**
 * Reads a page of a search.
 * @param question the conditions; undefined without conditions
 * @throws InvalidInput for a page number, a cursor of another list, or an unknown model
 */
export async function readSearch(
  words: string,
  question: Question | undefined,
  request: ListRequest,
  { dataApi, read }: Pick<SearchContext, 'dataApi' | 'read'>,
): Promise<SearchPage & { readonly lastKey: string | undefined }> {
  const { caller, parameters } = request;
  const limit = checkSearchLimits(request);
  const page = await readSearchPage(
    { dataApi, caller },
    {
      words,
      graph: readRequestedModel(parameters),
      conditions: question,
      readSearched: async () => readWholeQuestion(caller, parameters, { read }),
    },
    readSearchStart(request),
    limit,
  );
  if (page.context?.mayReadGraph === false) throw unknownModelError(parameters);
  return { ...page, lastKey: nextSearchKey(request, page.next) };
}

/** Makes the response of a search for programs: a container of URIs, an array of whole resource instances, or `results`. */
export async function searchResponse(
  words: string,
  question: Question | undefined,
  request: ListRequest,
  context: SearchContext,
): Promise<HttpResponse> {
  const { caller, format, languages, parameters } = request;
  const { dataApi, settings } = context;
  const page = await readSearch(words, question, request, context);
  const counts =
    parameters.count === undefined
      ? {}
      : await countHeaders(
          searchedQuestion(
            question ?? (await readWholeQuestion(caller, parameters, context)),
            words,
          ),
          request,
          context,
        );
  const uri = `${settings.baseUrl}/resources/`;
  const query = pickRepeatedParameters(request);
  if (format === 'results') {
    const results = await describe(words, question, page, request, context);
    const document = question === undefined ? results : { results, ignored: request.ignored ?? [] };
    return withHeaders(
      pageResponse(document, page.lastKey, { uri, query, indent: parameters.indent }),
      { ...counts, Vary: 'Accept-Language' },
    );
  }
  const ids = [...page.names, ...page.values].map(({ resourceId }) => resourceId);
  const links = pageLinks(uri, query, page.lastKey);
  return withHeaders(
    format === 'service-json'
      ? withHeaders(resourceArrayResponse(dataApi, ids, { caller, languages }), linkHeader(links))
      : resourceContainerResponse(uri, ids, links, request),
    counts,
  );
}

/** The results of a page: names with what meets the conditions, then what is found by values. */
async function describe(
  words: string,
  question: Question | undefined,
  { names, pictures, values, context }: SearchPage,
  { caller, languages }: ListRequest,
  { dataApi, settings: { baseUrl } }: SearchContext,
) {
  const options = { baseUrl, models: context?.models ?? [], languages };
  const nameIds = names.map(({ resourceId }) => parseResourceId(resourceId));
  const valueIds = values.map(({ resourceId }) => resourceId);
  const ids = question === undefined ? valueIds : [...nameIds, ...valueIds];
  const picturesOfNames = toResultPictures(pictures, options);
  const describeName = (match: ResourceMatch) => ({
    ...toSearchResult(match, options),
    ...picturesOfNames.get(match.resourceId),
  });
  if (ids.length === 0) return names.map(describeName);
  const everything = [{ graphIds: null, condition: { kind: 'all', parts: [] } }] as const;
  const found = await readFoundRecords(
    { dataApi, caller },
    ids,
    valueQuestion(question ?? everything, words),
  );
  const results = new Map(
    toFoundResults(ids, found, options).map((result) => [result.id, result] as const),
  );
  return [
    ...names.map((match) => {
      const met = results.get(match.resourceId)?.values;
      return { ...describeName(match), ...(met === undefined ? {} : { values: met }) };
    }),
    ...values.flatMap((position) => {
      const result = results.get(position.resourceId);
      return result === undefined ? [] : [toValueResult(result, position)];
    }),
  ];
}
