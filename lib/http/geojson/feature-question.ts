import type { Caller } from '../../model/accounts/caller.ts';
import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import type { Question } from '../../model/questions/question.ts';
import { readQuestion } from '../questions/read-question.ts';
import type { ConditionReader } from '../questions/question-reader.ts';
import type { ValuesByName } from '../request/request.ts';

/**
 * Reads the question of features. A box is a condition on each feature, not on resource instances; a single model is also that of the question.
 * @rule GeoJSON and OGC API Features: How do features follow a question?
 * @param conditions as sent
 * @throws the errors of readQuestion
 */
export async function readFeatureQuestion(
  conditions: ValuesByName,
  { graphs }: Pick<FeatureQuery, 'graphs'>,
  caller: Caller,
  reader: ConditionReader,
): Promise<Question | undefined> {
  const withoutBox = new Map([...conditions].filter(([name]) => name !== 'bbox'));
  const [graph, ...otherGraphs] = graphs ?? [];
  return readQuestion(withoutBox, caller, otherGraphs.length === 0 ? graph : undefined, reader);
}
