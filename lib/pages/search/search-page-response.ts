import { InvalidInput } from '../../errors.ts';
import { parseJsonPointer } from '../../json/json-pointer.ts';
import type { DataHandlerContext } from '../../http/data-handler.ts';
import { encodeCursor } from '../../http/parameters/cursor.ts';
import { parameterError } from '../../http/parameters/parse-parameters.ts';
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
import { findListedRecords } from '../../queries/questions/listed-records.ts';
import { dataPageResponse, redirectToPage } from '../html-page.ts';
import type { FormProblem } from '../layout/fields.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { pagePaths } from '../layout/paths.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { fieldsOfModel } from './fields-of-model.ts';
import { otherFields, recordFields } from './record-fields.ts';
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
  /** The words of a search by name. */
  readonly words: string;
  /** The names of the parameters without a meaning. */
  readonly ignored: readonly string[];
};

type Context = Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>;

/** Makes the page of a search. Conditions that cannot be followed are shown with what is wrong. */
export async function searchFormResponse(
  request: SearchPageRequest,
  context: Context,
): Promise<HttpResponse> {
  const { caller, graph, after, languages, conditions, words, ignored } = request;
  const { read, settings } = context;
  const paths = pagePaths(settings.baseUrl);
  const sentConditions = Object.entries(pickConditions(conditions)).filter(
    ([, value]) => value.trim() !== '',
  );
  if (words !== '' && sentConditions.length === 0) {
    return redirectToPage(pathWithQuery(paths.resources, { q: words, graph }));
  }
  const sent = {
    ...(graph === undefined ? {} : { graph }),
    ...(words === '' ? {} : { q: words }),
    ...Object.fromEntries(sentConditions),
  };
  const matches = await readMatches(request, context);
  const fields = graph === undefined ? [] : await read(findFilterFields(caller, graph));
  const concepts = await readConcepts(fields, caller, context);
  const ids = matches.page?.ids ?? [];
  const records = await read(findListedRecords(caller, ids));
  const lastId = matches.page?.next ?? undefined;
  const offered = [
    { heading: 'Name, time and place', fields: recordFields(sent) },
    ...fieldsOfModel(fields, concepts, sent, languages),
  ];
  const others = otherFields(
    sent,
    offered.flatMap((group) => group.fields),
  );
  const groups =
    others.length === 0 ? offered : [...offered, { heading: 'Other conditions', fields: others }];
  const document = searchPage(
    {
      groups,
      sent,
      graph,
      models: records.models,
      problems: matches.problems,
      ignored,
      page: matches.page && {
        resources: records.resources,
        isFirstPage: after === null,
        nextCursor: lastId && encodeCursor(lastId),
      },
      languages,
      reader: describeReader(request, records.username, paths),
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
  { caller, graph, after, conditions, words }: SearchPageRequest,
  context: Context,
): Promise<{
  readonly page: MatchingIds | undefined;
  readonly problems: readonly FormProblem[];
}> {
  try {
    if (words !== '') {
      const message = 'words cannot be combined with conditions. Remove the one or the others.';
      throw new InvalidInput([parameterError('q', 'invalid', message)]);
    }
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
