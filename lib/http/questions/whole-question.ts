import type { Caller } from '../../model/accounts/caller.ts';
import type { Question } from '../../model/questions/question.ts';
import { findGraphId } from '../../queries/questions/queryable-nodes.ts';
import {
  readRequestedModel,
  unknownModelError,
  type ModelParameters,
} from '../resources/list-parameters.ts';
import type { QuestionReader } from './question-reader.ts';

/** The question for all resource instances of the requested model, or of all models. @throws InvalidInput for an unknown model */
export async function readWholeQuestion(
  caller: Caller,
  parameters: ModelParameters,
  { read }: QuestionReader,
): Promise<Question> {
  const condition = { kind: 'all', parts: [] } as const;
  const graph = readRequestedModel(parameters);
  if (graph === undefined) return [{ graphIds: null, condition }];
  const graphId = await read(findGraphId(caller, graph));
  if (graphId === undefined) throw unknownModelError(parameters);
  return [{ graphIds: [graphId], condition }];
}
