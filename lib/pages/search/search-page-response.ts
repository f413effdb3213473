import { InvalidInput } from '../../errors.ts';
import { parseJsonPointer } from '../../json/json-pointer.ts';
import type { DataHandlerContext } from '../../http/data-handler.ts';
import { encodeCursor } from '../../http/parameters/cursor.ts';
import { readQuestion } from '../../http/questions/read-question.ts';
import { pickConditions } from '../../http/questions/sent-conditions.ts';
import { readMatchingPage, type MatchingIds } from '../../questions/read-matching-page.ts';
import type { ValuesByName } from '../../http/request/request.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { isUuid } from '../../model/ids.ts';
import {
  findCollectionConcepts,
  findFilterFields,
  type FilterField,
} from '../../queries/questions/filter-fields.ts';
import { findFoundRecords } from '../../queries/questions/found-records.ts';
import { dataPageResponse } from '../html-page.ts';
import type { FormProblem } from '../layout/fields.ts';
import { pagePaths } from '../layout/paths.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { fieldsOfModel } from './fields-of-model.ts';
import type { SearchField } from './search-fields.ts';
import { searchPage } from './search-page.ts';

/** The number of records on a page. */
const pageLength = 50;

/** Larger collections have a field for a label in place of a choice. */
const maxChoices = 400;

export type SearchPageRequest = PageRequest & {
  readonly caller: Caller;
  readonly languages: readonly string[];
  readonly conditions: ValuesByName;
  readonly graph: string | undefined;
  readonly after: ResourceId | null;
};

type Context = Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>;

/** Makes the page of a search. Conditions that cannot be followed are shown with what is wrong. */
export async function searchFormResponse(
  request: SearchPageRequest,
  context: Context,
): Promise<HttpResponse> {
  const { caller, graph, after, languages, conditions } = request;
  const { read, settings } = context;
  const paths = pagePaths(settings.baseUrl);
  const sent = {
    ...(graph === undefined ? {} : { graph }),
    ...Object.fromEntries(
      Object.entries(pickConditions(conditions)).filter(([, value]) => value.trim() !== ''),
    ),
  };
  const matches = await readMatches(request, context);
  const fields = graph === undefined ? [] : await read(findFilterFields(caller, graph));
  const concepts = await readConcepts(fields, caller, context);
  const ids = matches.page?.ids ?? [];
  const found = await read(findFoundRecords(caller, ids));
  const lastId = matches.page?.next ?? undefined;
  const groups = [
    { heading: 'Time and place', fields: commonFields(sent) },
    ...fieldsOfModel(fields, concepts, sent, languages),
  ];
  const document = searchPage(
    {
      groups,
      sent,
      graph,
      models: found.models,
      problems: matches.problems,
      found: matches.page && {
        resources: found.resources,
        isFirstPage: after === null,
        nextCursor: lastId && encodeCursor(lastId),
      },
      languages,
      reader: describeReader(request, found.username, paths),
    },
    paths,
  );
  return dataPageResponse(document);
}

async function readConcepts(fields: readonly FilterField[], caller: Caller, { read }: Context) {
  const collectionIds = [
    ...new Set(fields.flatMap(({ config: { rdmCollection: id } }) => (isUuid(id) ? [id] : []))),
  ];
  return collectionIds.length === 0
    ? []
    : read(findCollectionConcepts(caller, collectionIds, maxChoices));
}

/** The matches of the conditions, or what is wrong with them. Without conditions there are none. */
async function readMatches(
  { caller, graph, after, conditions }: SearchPageRequest,
  context: Context,
): Promise<{
  readonly page: MatchingIds | undefined;
  readonly problems: readonly FormProblem[];
}> {
  try {
    const question = await readQuestion(conditions, caller, graph, context);
    return {
      page:
        question &&
        (await readMatchingPage({ dataApi: context.dataApi, caller }, question, after, pageLength)),
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const problems = error.errors.map(({ pointer, detail }) => ({
      field: parseJsonPointer(pointer)[0] ?? '',
      message: detail,
    }));
    return { page: undefined, problems };
  }
}

function commonFields(sent: Readonly<Record<string, string>>): readonly SearchField[] {
  const field = (name: string, label: string, hint: string): SearchField => ({
    name,
    label,
    hint,
    value: sent[name] ?? '',
  });
  return [
    field(
      'period',
      'Period',
      'A date or a range, such as 1850, -0500..-0001 or 1800..1900, or a concept with years.',
    ),
    field(
      'near',
      'Near a point',
      'Longitude, latitude and distance in metres, such as -1.826,51.179,2000.',
    ),
    field('within', 'Within the area of a record', 'The id of the record, such as a parish.'),
    field('related', 'Related to a record', 'The id of the record.'),
    field('changed', 'Changed', 'A day or a range of days, such as 2026-11-01...'),
  ];
}
