import type { DataHandlerContext } from '../data-handler.ts';
import { refuseConditions } from '../questions/sent-conditions.ts';
import type { HttpResponse } from '../responses/response.ts';
import { checkLimit, refuseOrder, type ListRequest } from './list-parameters.ts';
import { listResponse } from './list-response.ts';
import { searchResponse } from './search-response.ts';

/** Makes the response with a list for programs; with `q`, of the resource instances whose names match. */
export async function listOrSearchResponse(
  request: ListRequest & { readonly parameters: { readonly q?: string | undefined } },
  context: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
): Promise<HttpResponse> {
  const { q: words = '' } = request.parameters;
  const isSearch = words.trim() !== '';
  checkLimit(request, isSearch);
  if (!isSearch) return listResponse(request, context);
  refuseConditions(request.query);
  refuseOrder(request.parameters);
  return searchResponse(words, request, context);
}
