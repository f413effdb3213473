import type { StatementReader } from '../data-api/chunks.ts';
import { maxStatementCharacters } from '../data-api/limits.ts';
import { runQuery, type RowsQuery } from '../data-api/query.ts';
import type { Caller } from '../model/accounts/caller.ts';
import { TooManyAlternatives } from '../model/questions/tile-alternatives.ts';
import type { QuestionState } from '../queries/questions/question-state.ts';
import {
  IndexFilling,
  TooManyGrants,
  questionTooLargeError,
  tooBroadError,
  tooManyRelatedError,
} from './errors.ts';

/** What reads the resource instances of a question. */
export type MatchReader = { readonly dataApi: StatementReader; readonly caller: Caller };

/**
 * Runs the query of a question.
 * @throws InvalidInput for a question that is too large; IndexFilling; TooManyGrants
 */
export async function runQuestion<Result extends QuestionState>(
  { dataApi }: Pick<MatchReader, 'dataApi'>,
  makeQuery: () => RowsQuery<Result>,
): Promise<Result> {
  const result = await runQuery(dataApi.read, checkedQuery(makeQuery));
  if (result.filled !== null) throw new IndexFilling(result.filled);
  if (result.hasTooManyGrants) throw new TooManyGrants();
  if (result.isTooBroad) throw tooBroadError();
  if (result.isCut) throw tooManyRelatedError();
  return result;
}

function checkedQuery<Result>(makeQuery: () => RowsQuery<Result>): RowsQuery<Result> {
  try {
    const query = makeQuery();
    if (query.text.length <= maxStatementCharacters) return query;
  } catch (error) {
    if (!(error instanceof TooManyAlternatives)) throw error;
  }
  throw questionTooLargeError();
}
