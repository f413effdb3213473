import type { HttpResponse } from '../../http/responses/response.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import { toGraphRows } from '../../serializers/graphs/graph-rows.ts';
import { localizeGraph } from '../../serializers/graphs/localize-graph.ts';
import { toReadableGraph } from '../../serializers/graphs/readable-graph.ts';
import { settings } from '../../settings.ts';
import { dataPageResponse, servicePagePaths } from '../html-page.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { graphPage } from './graph-page.ts';

/**
 * Creates the response with the page of a resource model.
 * @param languages those of the reader, preferred first, the project's default language last
 */
export function graphPageResponse(
  stored: StoredGraph,
  username: string | undefined,
  request: PageRequest,
  languages: readonly string[],
  baseUrl: string,
): HttpResponse {
  const paths = servicePagePaths();
  const readableGraph = toReadableGraph(toGraphRows(stored), settings().language);
  const page = graphPage(
    {
      graphId: stored.graphId,
      uri: `${baseUrl}/graphs/${stored.graphId}`,
      graph: localizeGraph(readableGraph, languages),
      reader: describeReader(request, username, paths),
    },
    paths,
  );
  return dataPageResponse(page);
}
