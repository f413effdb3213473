import type { DataHandlerContext } from '../../http/data-handler.ts';
import { encodeCursor } from '../../http/parameters/cursor.ts';
import {
  readRequestedModel,
  unknownModelError,
  type ListRequest,
} from '../../http/resources/list-parameters.ts';
import { toListPosition } from '../../http/resources/list-response.ts';
import { readSearch } from '../../http/resources/search-response.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import { pageOffset } from '../../queries/page-offset.ts';
import { findResourceListContent } from '../../queries/resources/resource-list-content.ts';
import type { FirstPicture } from '../../queries/files/first-pictures.ts';
import { dataPageResponse, pictureHeaders } from '../html-page.ts';
import { createSite } from '../layout/site.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { withFirstPictures } from './with-first-pictures.ts';
import { readShownSearch } from './shown-search.ts';
import { resourceListPage, type ResourceListView } from './resource-list-page.ts';
import type { PageReader } from '../../queries/users/page-reader.ts';

/** How many resource instances a page lists if the request has no limit. */
const defaultPageLength = 50;

type ReadContext = Pick<DataHandlerContext, 'read' | 'settings'>;

/** Creates the response with a page of resource instances. @throws InvalidInput for an unknown model, and for a cursor of a search */
export async function listPageResponse(
  request: ListRequest & PageRequest,
  { read, settings }: ReadContext,
): Promise<HttpResponse> {
  const { caller, parameters } = request;
  const length = parameters.limit ?? defaultPageLength;
  const position = toListPosition(parameters);
  const range =
    position.kind === 'cursor'
      ? { after: position.after, skipped: 0n }
      : { after: null, skipped: pageOffset(position.page, length) };
  const graph = readRequestedModel(parameters);
  const listPage = await read(
    findResourceListContent(caller, graph, { ...range, length: length + 1 }),
  );
  if (!listPage.mayReadGraph) throw unknownModelError(parameters);
  const resources = listPage.resources.slice(0, length);
  const lastId = listPage.resources.length > length ? resources.at(-1)?.resourceId : undefined;
  return toPageResponse(
    request,
    {
      ...listPage,
      resources,
      lastKey: lastId,
      isFirstPage: range.after === null && range.skipped === 0n,
      words: undefined,
    },
    settings,
  );
}

/** Creates the response with a page of the results of a search. @throws InvalidInput like `readSearch` */
export async function searchPageResponse(
  words: string,
  request: ListRequest & PageRequest,
  context: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
): Promise<HttpResponse> {
  const page = await readSearch(words, undefined, request, context);
  const shown = await readShownSearch(page, request.caller, context);
  const isOnlyPage = page.lastKey === undefined && request.parameters.cursor === undefined;
  return toPageResponse(
    request,
    {
      ...shown,
      lastKey: page.lastKey,
      isFirstPage: request.parameters.cursor === undefined,
      count: isOnlyPage ? shown.resources.length : undefined,
      words,
    },
    context.settings,
  );
}

type ListedPage = Pick<
  ResourceListView,
  'resources' | 'models' | 'isFirstPage' | 'count' | 'words'
> & {
  readonly pageReader: PageReader | undefined;
  /** The first pictures of the resource instances, and of others. */
  readonly pictures: readonly FirstPicture[];
  /** The sort key of the last resource instance, if another page follows. */
  readonly lastKey: string | undefined;
};

async function toPageResponse(
  request: ListRequest & PageRequest,
  page: ListedPage,
  settings: ReadContext['settings'],
): Promise<HttpResponse> {
  const paths = createSite(settings, request.languages);
  const { pageReader, lastKey, pictures, ...list } = page;
  const { resources, hosts } = await withFirstPictures(list.resources, pictures, settings);
  const document = resourceListPage(
    {
      ...list,
      resources,
      graph: readRequestedModel(request.parameters),
      limit: request.parameters.limit,
      nextCursor: lastKey === undefined ? undefined : encodeCursor(lastKey),
      languages: request.languages,
      reader: describeReader(request, pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(document, paths.words, pictureHeaders(hosts));
}
