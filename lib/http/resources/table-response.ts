import { InvalidInput } from '../../errors.ts';
import { searchedQuestion } from '../../model/questions/search-question.ts';
import { listExportedNodes } from '../../queries/former-search/exported-nodes.ts';
import {
  idColumn,
  labelColumns,
  namesOfColumns,
} from '../../serializers/former-search/export-columns.ts';
import { markByteOrder } from '../../serializers/tables/csv.ts';
import { abortTextOfTable, writeTable } from '../../serializers/resources/write-table.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { readExportRecords } from '../former-search/export-records.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { readQuestionOrWhole } from '../questions/whole-question.ts';
import { documentResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { searchedWords, type ListRequest } from './list-parameters.ts';

/**
 * Responds with a table of all resource instances that a request finds, which are read while they are sent. Their order is that of the ids.
 * @rule Searching by values: What does a table of what is found have?
 * @throws InvalidInput for parameters of pages; IndexFilling
 */
export async function tableResponse(
  request: ListRequest,
  { dataApi, read, settings }: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
): Promise<HttpResponse> {
  const { caller, languages, mediaType, parameters, query } = request;
  refusePages(parameters);
  const conditions = await readQuestionOrWhole(query, caller, parameters, { read, settings });
  const words = searchedWords(parameters);
  const question = words === '' ? conditions : searchedQuestion(conditions, words);
  const columns = labelColumns(await read(listExportedNodes(caller, 'shown')), languages);
  const records = readExportRecords({ question, columns, caller, languages }, { dataApi, read });
  const body = markByteOrder(writeTable(records, namesOfColumns(columns, question), idColumn));
  return {
    ...withHeaders(documentResponse(mediaType, body), {
      Vary: 'Accept-Language',
      'Content-Disposition': 'attachment; filename="records.csv"',
    }),
    abortText: abortTextOfTable,
  };
}

/** Refuses what belongs to pages, because a table has everything. @throws InvalidInput */
function refusePages({ page, limit, cursor, sort, count }: ListRequest['parameters']): void {
  const message =
    'a table (format=csv) has everything that is found, in the order of ids. Leave this out.';
  const errors = Object.entries({ page, limit, cursor, sort, count }).flatMap(([name, value]) =>
    value === undefined ? [] : [parameterError(name, 'invalid', message)],
  );
  if (errors.length > 0) throw new InvalidInput(errors);
}
