import { InvalidInput, type InputError } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Question } from '../../model/questions/question.ts';
import type { WrittenQuestion } from '../../model/questions/written-question.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import type { ValuesByName } from '../request/request.ts';
import { readFilter } from './filter-parameters.ts';
import { readNodeConditions } from './node-parameters.ts';
import { readRecordCondition } from './record-parameters.ts';
import { readRelations } from './relation-parameters.ts';
import type { ConditionReader, ConditionSettings } from './question-reader.ts';
import { resolveQuestion } from './resolve-question.ts';
import { listSentConditions, type SentCondition } from './sent-conditions.ts';

/**
 * Reads the question in a query.
 * @param graph the id or slug of the requested model; undefined for all
 * @returns undefined without conditions
 * @throws InvalidInput listing everything that is wrong with the conditions
 */
export async function readQuestion(
  query: ValuesByName,
  caller: Caller,
  graph: string | undefined,
  reader: ConditionReader,
): Promise<Question | undefined> {
  const written = readWrittenQuestion(query, reader.settings);
  return written && resolveQuestion(written, caller, graph, reader);
}

/**
 * Reads the conditions in a query. Those on nodes that are not negated are met together.
 * @returns undefined without conditions
 * @throws InvalidInput
 */
export function readWrittenQuestion(
  query: ValuesByName,
  settings: ConditionSettings,
): WrittenQuestion | undefined {
  const sent = listSentConditions(query);
  if (sent.length === 0) return undefined;
  const errors: InputError[] = [];
  const report = (parameter: string, message: string): undefined => {
    errors.push(parameterError(parameter, 'invalid', message));
  };
  const isOf = (prefix: string) => (condition: SentCondition) =>
    condition.parameter.startsWith(prefix);
  const related = sent.filter(({ parameter }) => /^related(?:\.|$)/.test(parameter));
  const others = sent.filter(
    ({ parameter }) => !/^(?:related(?:\.|$)|node\.|filter)/.test(parameter),
  );
  const parts = [
    ...readNodeConditions(
      sent.filter(isOf('node.')).map((condition) => ({
        ...condition,
        name: condition.parameter.slice('node.'.length),
      })),
    ),
    ...readRelations(related, report),
    ...readFilter(sent, report),
    ...others.flatMap((condition) => readRecordCondition(condition, report, settings) ?? []),
  ];
  if (errors.length > 0) throw new InvalidInput(errors);
  return parts.length === 0 ? undefined : { kind: 'all', parts };
}
