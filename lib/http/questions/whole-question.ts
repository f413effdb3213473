import type { Caller } from '../../model/accounts/caller.ts';
import type { Question } from '../../model/questions/question.ts';
import { findGraphId } from '../../queries/questions/queryable-nodes.ts';
import {
  readRequestedModel,
  unknownModelError,
  type ModelParameters,
} from '../resources/list-parameters.ts';
import type { ValuesByName } from '../request/request.ts';
import type { ConditionReader, QuestionReader } from './question-reader.ts';
import { readQuestion } from './read-question.ts';

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

/** Reads the question of a request: its conditions, otherwise all resource instances of the requested model. @throws InvalidInput */
export async function readQuestionOrWhole(
  query: ValuesByName,
  caller: Caller,
  parameters: ModelParameters,
  reader: ConditionReader,
): Promise<Question> {
  const question = await readQuestion(query, caller, readRequestedModel(parameters), reader);
  return question ?? readWholeQuestion(caller, parameters, reader);
}
