import type { HttpResponse } from '../../http/responses/response.ts';
import type { ResourceId } from '../../model/ids.ts';
import { getCompiledGraph } from '../../queries/graphs/graph-cache.ts';
import type { ResourceHistoryContent } from '../../queries/resources/resource-history-content.ts';
import { dataPageResponse } from '../html-page.ts';
import { createSite, type SiteSettings } from '../layout/site.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { historyPage } from './history-page.ts';
import { createValueContext } from './value-context.ts';

/** The maximum number of characters of a text that the page shows. */
const maxTextLength = 1000;

type HistoryRequest = PageRequest & {
  readonly parameters: {
    readonly cursor?: number | undefined;
    readonly limit?: number | undefined;
  };
};

/**
 * Creates the response with a page of the history of a resource instance.
 * @param limit the size of the page; `history` has one edit more if another page follows
 */
export function historyPageResponse(
  history: ResourceHistoryContent,
  resourceId: ResourceId,
  limit: number,
  request: HistoryRequest,
  settings: SiteSettings,
): HttpResponse {
  const paths = createSite(settings, request.languages);
  const { model, graph, edits } = history;
  const { parameters } = request;
  const lastEditOfPage = edits.length > limit ? edits[limit - 1] : undefined;
  const pathAfter = (cursor: string | undefined): string =>
    pathWithQuery(paths.history(resourceId), { cursor, limit: parameters.limit });
  const values = createValueContext(history, request.languages, settings.baseUrl, paths);
  const document = historyPage(
    {
      resourceId,
      edits: edits.slice(0, limit),
      graph: model && getCompiledGraph(model.publicationId, graph),
      values: { ...values, maxTextLength },
      listLinks: {
        isFirstPage: parameters.cursor === undefined,
        firstPath: pathAfter(undefined),
        nextPath: lastEditOfPage && pathAfter(lastEditOfPage.id),
      },
      reader: describeReader(request, history.pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(document, paths.words);
}
