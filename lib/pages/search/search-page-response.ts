import { InvalidInput } from '../../errors.ts';
import { parseJsonPointer } from '../../json/json-pointer.ts';
import type { DataHandlerContext } from '../../http/data-handler.ts';
import { encodeCursor } from '../../http/parameters/cursor.ts';
import { readQuestion } from '../../http/questions/read-question.ts';
import { pickConditions } from '../../http/questions/sent-conditions.ts';
import { readMatchingPage } from '../../questions/read-matching-page.ts';
import type { ListRequest } from '../../http/resources/list-parameters.ts';
import { readSearch } from '../../http/resources/search-response.ts';
import type { ValuesByName } from '../../http/request/request.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { isUuid } from '../../model/ids.ts';
import {
  findCollectionConcepts,
  findFilterFields,
  type FilterField,
} from '../../queries/questions/filter-fields.ts';
import { findListedRecords } from '../../queries/questions/listed-records.ts';
import { dataPageResponse, pictureHeaders, redirectToPage } from '../html-page.ts';
import type { FormProblem } from '../layout/fields.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { createSite } from '../layout/site.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { withFirstPictures } from '../resources/with-first-pictures.ts';
import { readShownSearch } from '../resources/shown-search.ts';
import { fieldsOfModel } from './fields-of-model.ts';
import type { FormerQuestion } from './former-address.ts';
import { readPageFacets, type PageFacets } from './page-facets.ts';
import { otherFields, recordFields } from './record-fields.ts';
import { searchPage } from './search-page.ts';
import { englishText } from '../words/english-text.ts';
import type { Words } from '../words/words.ts';

/** The number of records on a page. */
const pageLength = 50;

/** Larger collections have a field for a label in place of a choice. */
const maxChoices = 400;

export type SearchPageRequest = PageRequest & {
  readonly caller: Caller;
  readonly languages: readonly string[];
  readonly conditions: ValuesByName;
  /** The request for the same list. */
  readonly list: ListRequest;
  readonly graph: string | undefined;
  readonly after: ResourceId | null;
  /** The words of a search. */
  readonly words: string;
  /** The names of the parameters without a meaning. */
  readonly ignored: readonly string[];
  /** The search of an address of the reference platform, in place of conditions. */
  readonly former: FormerQuestion | undefined;
};

type Context = Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>;

/** Makes the page of a search. Conditions that cannot be followed are shown with what is wrong. */
export async function searchFormResponse(
  request: SearchPageRequest,
  context: Context,
): Promise<HttpResponse> {
  const { caller, graph, languages, conditions, ignored, former } = request;
  const { read, settings } = context;
  const paths = createSite(settings, languages);
  const { words } = paths;
  const sentConditions = Object.entries(pickConditions(conditions)).filter(
    ([, value]) => value.trim() !== '',
  );
  if (request.words !== '' && sentConditions.length === 0) {
    return redirectToPage(pathWithQuery(paths.resources, { q: request.words, graph }));
  }
  const sent = {
    ...(graph === undefined ? {} : { graph }),
    ...(request.words === '' ? {} : { q: request.words }),
    ...Object.fromEntries(sentConditions),
  };
  const matches = await readMatches(request, context, words);
  const fields = graph === undefined ? [] : await read(findFilterFields(caller, graph));
  const isFirstPage = request.list.parameters.cursor === undefined;
  const [records, concepts, facets] = await Promise.all([
    matches.readRecords(),
    readConcepts(fields, caller, context),
    isFirstPage ? readFacetsOf(matches, fields, { ...request, words }, context) : undefined,
  ]);
  const offered = [
    { heading: words.text('search.general'), fields: recordFields(sent, words) },
    ...fieldsOfModel(fields, concepts, { sent, languages, words }),
  ];
  const others = otherFields(
    sent,
    offered.flatMap((group) => group.fields),
  );
  const groups =
    others.length === 0
      ? offered
      : [...offered, { heading: words.text('search.other-conditions'), fields: others }];
  const { resources, hosts } = await withFirstPictures(
    records.resources,
    records.pictures,
    settings,
  );
  const document = searchPage(
    {
      groups,
      sent: former?.sent ?? sent,
      isFormer: former !== undefined,
      graph,
      models: records.models,
      problems: matches.problems,
      ignored,
      facets,
      page: matches.page && {
        resources,
        isFirstPage,
        nextCursor: matches.page.lastKey && encodeCursor(matches.page.lastKey),
      },
      languages,
      reader: describeReader(request, records.pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(document, words, pictureHeaders(hosts));
}

async function readConcepts(fields: readonly FilterField[], caller: Caller, { read }: Context) {
  const collectionIds = [
    ...new Set(fields.flatMap(({ config: { rdmCollection: id } }) => (isUuid(id) ? [id] : []))),
  ];
  return collectionIds.length === 0
    ? []
    : read(findCollectionConcepts(caller, collectionIds, maxChoices));
}

/** Reads what narrows the search. Words are searched in names too, so what they find is not counted. */
async function readFacetsOf(
  { question }: Matches,
  fields: readonly FilterField[],
  {
    caller,
    graph,
    languages,
    words,
  }: Pick<SearchPageRequest, 'caller' | 'graph' | 'languages'> & { readonly words: Words },
  { dataApi, read, settings }: Context,
): Promise<PageFacets | undefined> {
  if (question === undefined) return undefined;
  return readPageFacets(
    { question, graph, fields, languages, words },
    { dataApi, caller },
    { read, settings },
  );
}

type Matches = {
  /** Left out without conditions, if they cannot be followed, and for words and searches of the reference platform, which the facets do not narrow. */
  readonly question?: Question;
  /** Undefined without conditions, and if they cannot be followed. */
  readonly page: { readonly lastKey: string | undefined } | undefined;
  readonly readRecords: () => ReturnType<typeof readShownSearch>;
  readonly problems: readonly FormProblem[];
};

/** The matches of the words and conditions, or what is wrong with them. Without conditions there are none. */
async function readMatches(
  request: SearchPageRequest,
  context: Context,
  words: Words,
): Promise<Matches> {
  const { caller, graph, after, conditions, list, former } = request;
  const readNone = async () => context.read(findListedRecords(caller, []));
  try {
    const question = former?.question ?? (await readQuestion(conditions, caller, graph, context));
    if (question === undefined) return { page: undefined, readRecords: readNone, problems: [] };
    if (request.words !== '') {
      const page = await readSearch(request.words, question, list, context);
      const readRecords = async () => readShownSearch(page, caller, context);
      return { page, readRecords, problems: [] };
    }
    const reader = { dataApi: context.dataApi, caller };
    const { ids, next } = await readMatchingPage(reader, question, after, pageLength);
    return {
      ...(former === undefined ? { question } : {}),
      page: { lastKey: next ?? undefined },
      readRecords: async () => context.read(findListedRecords(caller, ids)),
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const problems = error.errors.map(({ pointer, detail }) => ({
      field: parseJsonPointer(pointer)[0] ?? '',
      message: englishText(detail, words),
    }));
    return { page: undefined, readRecords: readNone, problems };
  }
}
