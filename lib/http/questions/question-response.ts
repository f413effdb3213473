import { InvalidInput, PublicError } from '../../errors.ts';
import type { RowsQuery } from '../../data-api/query.ts';
import { maxStatementCharacters } from '../../data-api/limits.ts';
import type { ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { findMatchingIds, type MatchingPage } from '../../queries/questions/matching-ids.ts';
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

/** The values of tiles are still being indexed, so an answer would not be complete. */
export class IndexFilling extends PublicError {
  readonly code = 'index_filling';

  constructor() {
    super(
      'The index of values is still being filled after an upgrade of the service. Try again later, or leave out the conditions.',
    );
  }
}

/** The page of a question that no model has all nodes for. */
const emptyPage: MatchingPage = {
  ids: [],
  walkedTo: null,
  isFilling: false,
  isTooBroad: false,
  isCut: false,
};

/** The query of a page, with one more id than it has. @throws InvalidInput if the question is too large for one statement */
function toQuery(
  question: Question,
  { caller }: ListRequest,
  after: ResourceId | null,
  limit: number,
): RowsQuery<MatchingPage> {
  const query = findMatchingIds(caller, question, after, limit + 1);
  if (query.text.length <= maxStatementCharacters) return query;
  const message =
    'the conditions are too many, or are about too many models. Send graph with one model, or fewer conditions and values.';
  throw new InvalidInput([parameterError('graph', 'invalid', message)]);
}

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
  { dataApi, read, settings }: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
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
  const page =
    question.length === 0 ? emptyPage : await read(toQuery(question, request, after, limit));
  if (page.isFilling) throw new IndexFilling();
  if (page.isTooBroad) {
    const message =
      'the concepts of a condition, with narrower ones, have more than 20,000 labels. Name narrower concepts.';
    throw new InvalidInput([parameterError('node.', 'invalid', message)]);
  }
  if (page.isCut) {
    const message =
      'the conditions on related resource instances find more than 20,000. Send more of them.';
    throw new InvalidInput([parameterError('related', 'invalid', message)]);
  }
  const ids = page.ids.slice(0, limit);
  const lastId = page.ids.length > limit ? ids.at(-1) : page.walkedTo;
  const uri = `${settings.baseUrl}/resources/`;
  const query = pickRepeatedParameters(request);
  const links = [
    pageLink(uri, 'first', query),
    ...(lastId === undefined || lastId === null
      ? []
      : [pageLink(uri, 'next', { cursor: encodeCursor(lastId), ...query })]),
  ];
  return format === 'service-json'
    ? withHeaders(resourceArrayResponse(dataApi, ids, { caller, languages }), linkHeader(links))
    : resourceContainerResponse(uri, ids, links, request);
}
