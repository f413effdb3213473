import { InvalidInput } from '../../errors.ts';
import type { Question } from '../../model/questions/question.ts';
import { readMatchingPage } from '../../questions/read-matching-page.ts';
import type { ListPageRequest } from '../../queries/resources/list-resources.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { encodeCursor } from '../parameters/cursor.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { pickRepeatedParameters, type ListRequest } from '../resources/list-parameters.ts';
import { resourceArrayResponse } from '../resources/resource-array.ts';
import { resourceContainerResponse } from '../resources/resource-container.ts';
import { linkHeader } from '../responses/link-header.ts';
import { pageLink } from '../responses/page-response.ts';
import { withHeaders, type HttpResponse } from '../responses/response.ts';

/**
 * Makes the response with a page of the resource instances that a question finds, in the order of their ids. A page can be shorter than its
 * limit and have a link to the next one.
 * @throws InvalidInput for a page number; IndexFilling
 */
export async function questionResponse(
  question: Question,
  position: ListPageRequest,
  limit: number,
  request: ListRequest,
  { dataApi, settings }: Pick<DataHandlerContext, 'dataApi' | 'settings'>,
): Promise<HttpResponse> {
  const { format, languages, parameters, caller } = request;
  if (parameters.page !== undefined) {
    const message = 'a list with conditions has no page numbers. Follow the link rel="next".';
    throw new InvalidInput([parameterError('page', 'invalid', message)]);
  }
  if (parameters.limit === 0) {
    const message = 'a list with conditions has at most 1,000 items per page.';
    throw new InvalidInput([parameterError('limit', 'invalid', message)]);
  }
  const after = position.kind === 'cursor' ? position.after : null;
  const { ids, next } = await readMatchingPage({ dataApi, caller }, question, after, limit);
  const uri = `${settings.baseUrl}/resources/`;
  const query = pickRepeatedParameters(request);
  const links = [
    pageLink(uri, 'first', query),
    ...(next === null ? [] : [pageLink(uri, 'next', { cursor: encodeCursor(next), ...query })]),
  ];
  return format === 'service-json'
    ? withHeaders(resourceArrayResponse(dataApi, ids, { caller, languages }), linkHeader(links))
    : resourceContainerResponse(uri, ids, links, request);
}
