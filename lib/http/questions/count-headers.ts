import type { Question } from '../../model/questions/question.ts';
import { countFound } from '../../questions/count-found.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import type { ListRequest } from '../resources/list-parameters.ts';
import type { HeaderFields } from '../responses/response.ts';

/** The headers with the number of found resource instances, if it was requested. */
export async function countHeaders(
  question: Question,
  { caller, parameters }: ListRequest,
  { dataApi }: Pick<DataHandlerContext, 'dataApi'>,
): Promise<HeaderFields> {
  if (parameters.count === undefined) return {};
  const { count, isExact } = await countFound({ dataApi, caller }, question);
  return {
    'X-Total-Count': String(count),
    'X-Total-Count-Relation': isExact ? 'eq' : 'gte',
  };
}
