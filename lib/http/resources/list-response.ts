import { InvalidInput } from '../../errors.ts';
import { parseResourceId } from '../../model/ids.ts';
import { runQuery } from '../../data-api/query.ts';
import { listResources, type ListPageRequest } from '../../queries/resources/list-resources.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import type { FormatName } from '../negotiation/formats.ts';
import { encodeCursor } from '../parameters/cursor.ts';
import { readQuestion } from '../questions/read-question.ts';
import { questionResponse } from '../questions/question-response.ts';
import { readWholeQuestion } from '../questions/whole-question.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { linkHeader } from '../responses/link-header.ts';
import { pageLink, type LinkQuery } from '../responses/page-response.ts';
import { withHeaders, type HttpResponse } from '../responses/response.ts';
import {
  missingModelError,
  pickRepeatedParameters,
  readRequestedModel,
  unknownModelError,
  type ListRequest,
} from './list-parameters.ts';
import { defaultResults } from './result-limits.ts';
import { resourceArrayResponse } from './resource-array.ts';
import { resourceContainerResponse } from './resource-container.ts';

/** The default limit. Whole resource instances are much larger than ids. */
function defaultLimitOf(format: FormatName): number {
  switch (format) {
    case 'results':
      return defaultResults;
    case 'service-json':
      return 100;
    default:
      return 500;
  }
}

/** The number of ids that are read at once for an array of all resource instances of a model (`limit=0`). */
const idsPerPage = 1000;

/** Where a page of the list begins. @throws InvalidInput for the cursor of a search */
export function toListPosition({ cursor, page = 1 }: ListRequest['parameters']): ListPageRequest {
  if (cursor === undefined) return { kind: 'page', page };
  if (cursor.kind === 'id') return { kind: 'cursor', after: cursor.after };
  const message =
    'is the cursor of another list. Send the text, the conditions and the order of that list, too.';
  throw new InvalidInput([parameterError('cursor', 'invalid', message)]);
}

const cursorAfter = (id: string): ListPageRequest => ({
  kind: 'cursor',
  after: parseResourceId(id),
});

/**
 * Makes the response with a page of the list: a container of URIs, or an array of whole resource instances.
 * @throws InvalidInput for an unknown model, and for formats that need another parameter
 */
export async function listResponse(
  request: ListRequest,
  { dataApi, read, settings }: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
): Promise<HttpResponse> {
  const { caller, format, mediaType, languages, parameters } = request;
  const isResourceArray = format === 'service-json';
  const graph = readRequestedModel(parameters);
  if (isResourceArray && graph === undefined) throw missingModelError();
  const isUnlimited = parameters.limit === 0;
  const pageLimit = isUnlimited ? idsPerPage : (parameters.limit ?? defaultLimitOf(format));
  const question =
    (await readQuestion(request.query, caller, graph, { read, settings })) ??
    (parameters.sort === undefined && parameters.count === undefined
      ? undefined
      : await readWholeQuestion(caller, parameters, { read }));
  if (question !== undefined) {
    return questionResponse(question, pageLimit, request, { dataApi, settings });
  }
  if (format === 'results') {
    const message =
      'format=results describes what is found. Send the text to search for, or conditions.';
    throw new InvalidInput([parameterError('q', 'missing', message)]);
  }
  const position = toListPosition(parameters);
  // If another page follows, the query returns one id more than the page has.
  const { mayReadGraph, ids: fetchedIds } = await read(
    listResources(caller, graph, position, pageLimit),
  );
  if (fetchedIds.length === 0 && graph !== undefined && !mayReadGraph) {
    throw unknownModelError(parameters);
  }
  if (isUnlimited) {
    const findNextIds = async (after: string): Promise<readonly string[]> =>
      (await runQuery(dataApi.read, listResources(caller, graph, cursorAfter(after), idsPerPage)))
        .ids;
    return resourceArrayResponse(dataApi, fetchedIds, { caller, languages }, findNextIds);
  }
  const ids = fetchedIds.slice(0, pageLimit);
  const lastId = fetchedIds.length > pageLimit ? ids.at(-1) : undefined;
  const uri = `${settings.baseUrl}/resources/`;
  const page = position.kind === 'page' ? parameters.page : undefined;
  const links = neighbourLinks(uri, pickRepeatedParameters(request), page, lastId);
  return isResourceArray
    ? withHeaders(resourceArrayResponse(dataApi, ids, { caller, languages }), linkHeader(links))
    : resourceContainerResponse(uri, ids, links, { format, mediaType, parameters });
}

/**
 * Links to the neighbouring pages (RFC 8288): by page number if the request has one, otherwise by cursor.
 * @param repeatedQuery the parameters that the links repeat
 * @param page the requested page number
 * @param lastId the last id of the page, if another page follows
 */
function neighbourLinks(
  uri: string,
  repeatedQuery: LinkQuery,
  page: number | undefined,
  lastId: string | undefined,
): readonly string[] {
  const links = [pageLink(uri, 'first', repeatedQuery)];
  if (page !== undefined && page > 1) {
    links.push(pageLink(uri, 'prev', { page: String(page - 1), ...repeatedQuery }));
  }
  if (lastId === undefined) return links;
  const next = page === undefined ? { cursor: encodeCursor(lastId) } : { page: String(page + 1) };
  return [...links, pageLink(uri, 'next', { ...next, ...repeatedQuery })];
}
