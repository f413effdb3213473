import { InvalidInput } from '../../errors.ts';
import type { Question } from '../../model/questions/question.ts';
import { readSort } from '../../model/questions/sort.ts';
import { readFoundRecords } from '../../questions/read-found-records.ts';
import { readOrderedPage } from '../../questions/read-ordered-page.ts';
import { toFoundResults } from '../../serializers/questions/found-result.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { pickRepeatedParameters, type ListRequest } from '../resources/list-parameters.ts';
import { maxResults } from '../resources/result-limits.ts';
import { resourceArrayResponse } from '../resources/resource-array.ts';
import { resourceContainerResponse } from '../resources/resource-container.ts';
import { linkHeader } from '../responses/link-header.ts';
import { pageLinks, pageResponse } from '../responses/page-response.ts';
import { withHeaders, type HttpResponse } from '../responses/response.ts';
import { countHeaders } from './count-headers.ts';
import { nextKey, readStart } from './question-cursor.ts';

type ReadContext = Pick<DataHandlerContext, 'dataApi' | 'settings'>;

/**
 * Makes the response with a page of the resource instances that a question finds, in the order of `sort`, otherwise of their ids. A page can
 * be shorter than its limit and have a link to the next one.
 * @throws InvalidInput for a page number, and for the cursor of another list; IndexFilling
 */
export async function questionResponse(
  question: Question,
  limit: number,
  request: ListRequest,
  { dataApi, settings }: ReadContext,
): Promise<HttpResponse> {
  const { format, languages, parameters, caller } = request;
  refuseLimits(request);
  const sort = readSort(parameters.sort ?? 'id');
  const start = readStart(request, sort);
  const options = { caller, languages, sort };
  const { items, next } = await readOrderedPage(
    { dataApi, caller },
    question,
    options,
    start,
    limit,
  );
  const counts = await countHeaders(question, request, { dataApi });
  const ids = items.map(({ resourceId }) => resourceId);
  const uri = `${settings.baseUrl}/resources/`;
  const query = pickRepeatedParameters(request);
  const lastKey = nextKey(request, sort, next);
  if (format === 'results') {
    const found = await readFoundRecords({ dataApi, caller }, ids, question);
    const { baseUrl } = settings;
    const page = {
      results: toFoundResults(ids, found, { baseUrl, languages }),
      ignored: request.ignored ?? [],
    };
    return withHeaders(pageResponse(page, lastKey, { uri, query, indent: parameters.indent }), {
      ...counts,
      Vary: 'Accept-Language',
    });
  }
  const links = pageLinks(uri, query, lastKey);
  return withHeaders(
    format === 'service-json'
      ? withHeaders(resourceArrayResponse(dataApi, ids, { caller, languages }), linkHeader(links))
      : resourceContainerResponse(uri, ids, links, request),
    counts,
  );
}

function refuseLimits({ format, parameters }: ListRequest): void {
  if (parameters.page !== undefined) {
    const message =
      'a list with conditions or sort has no page numbers. Follow the link rel="next".';
    throw new InvalidInput([parameterError('page', 'invalid', message)]);
  }
  if (parameters.limit === 0) {
    const message = 'a list with conditions or sort has at most 1,000 items per page.';
    throw new InvalidInput([parameterError('limit', 'invalid', message)]);
  }
  if (format === 'results' && (parameters.limit ?? 0) > maxResults) {
    const message = `format=results has at most ${maxResults} items per page.`;
    throw new InvalidInput([parameterError('limit', 'invalid', message)]);
  }
}
