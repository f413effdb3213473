import { maxStatementCharacters } from '../data-api/limits.ts';
import { runQuery } from '../data-api/query.ts';
import type { ResourceId } from '../model/ids.ts';
import type { Question } from '../model/questions/question.ts';
import { findFoundRecords, type FoundRecords } from '../queries/questions/found-records.ts';
import { questionTooLargeError } from './errors.ts';
import type { MatchReader } from './run-question.ts';

/**
 * Reads what is shown of a page of the resource instances that a question finds.
 * @throws InvalidInput for a question that is too large to be compared with its values
 */
export async function readFoundRecords(
  { dataApi, caller }: MatchReader,
  ids: readonly ResourceId[],
  question: Question,
): Promise<FoundRecords> {
  const query = findFoundRecords(caller, ids, question);
  if (query.lines.text.length > maxStatementCharacters) throw questionTooLargeError();
  return runQuery(dataApi.read, query);
}
