import { searchedQuestion } from '../../model/questions/search-question.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { questionResponse } from '../questions/question-response.ts';
import { readQuestion } from '../questions/read-question.ts';
import { readWholeQuestion } from '../questions/whole-question.ts';
import type { HttpResponse } from '../responses/response.ts';
import {
  checkLimit,
  missingModelError,
  readRequestedModel,
  searchedWords,
  type ListRequest,
} from './list-parameters.ts';
import { listResponse } from './list-response.ts';
import { checkSearchLimits, searchResponse } from './search-response.ts';
import { tableResponse } from './table-response.ts';

/** Makes the response with a list for programs; with `q`, of the resource instances with the words in a name or a value. */
export async function listOrSearchResponse(
  request: ListRequest,
  context: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
): Promise<HttpResponse> {
  const { caller, format, parameters } = request;
  if (format === 'csv') return tableResponse(request, context);
  const words = searchedWords(parameters);
  checkLimit(request, words !== '');
  if (words === '') return listResponse(request, context);
  const graph = readRequestedModel(parameters);
  if (format === 'service-json' && graph === undefined) throw missingModelError();
  const limit = checkSearchLimits(request);
  const question = await readQuestion(request.query, caller, graph, context);
  if (parameters.sort === undefined) return searchResponse(words, question, request, context);
  const searched = question ?? (await readWholeQuestion(caller, parameters, context));
  return questionResponse(searchedQuestion(searched, words), limit, request, context);
}
