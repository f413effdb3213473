import type { StatementReader } from '../../data-api/chunks.ts';
import { runQuery } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import type { Question } from '../../model/questions/question.ts';
import { mergeParameters } from '../parameters/merge-parameters.ts';
import { parseParameters } from '../parameters/parse-parameters.ts';
import { unknownParameterErrors } from '../parameters/unknown-parameters.ts';
import type { ConditionSettings } from '../questions/question-reader.ts';
import { withoutConditions } from '../questions/sent-conditions.ts';
import type { ValuesByName } from '../request/request.ts';
import { featureQueryParameters } from './feature-parameters.ts';
import { readFeatureQuestion } from './feature-question.ts';
import { storedQueryParameters, toFeatureQuery } from './feature-request.ts';

/** What a stored query, such as that of an export job, selects. */
export type StoredQuery = {
  readonly query: FeatureQuery;
  readonly question: Question | undefined;
};

/** Who reads a stored query. */
export type StoredQueryReader = {
  readonly dataApi: StatementReader;
  readonly caller: Caller;
  /** The language of display values. */
  readonly language: string;
};

function readValues(text: string): ValuesByName {
  const searchParams = new URLSearchParams(text);
  return new Map([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
}

/**
 * Parses a stored query without its conditions: the query string of GET /geojson without paging and format. Unknown parameters are an
 * error, unlike in a request: nobody would notice that they have no effect.
 * @param text such as `nodegroups=…&precision=6`
 * @param language of display values
 * @throws InvalidInput listing everything that is wrong
 */
export function parseFeatureQuery(text: string, language: string): FeatureQuery {
  const query = readValues(text);
  const parameters = parseParameters(mergeParameters({ query }), storedQueryParameters, {
    additionalErrors: unknownParameterErrors(withoutConditions(query), featureQueryParameters),
  });
  return toFeatureQuery(parameters, [language]);
}

/**
 * Creates a function that reads a stored query with its conditions, by what the caller may read.
 * @throws InvalidInput listing everything that is wrong, and the errors of readQuestion
 */
export const createStoredQueryReader =
  (settings: ConditionSettings) =>
  async (text: string, { dataApi, caller, language }: StoredQueryReader): Promise<StoredQuery> => {
    const query = parseFeatureQuery(text, language);
    const question = await readFeatureQuestion(readValues(text), query, caller, {
      read: async (statement) => runQuery(dataApi.read, statement),
      settings,
    });
    return { query, question };
  };
