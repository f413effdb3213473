import type { HttpResponse } from '../../http/responses/response.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import { toGraphRows } from '../../serializers/graphs/graph-rows.ts';
import { localizeGraph } from '../../serializers/graphs/localize-graph.ts';
import { toReadableGraph } from '../../serializers/graphs/readable-graph.ts';
import type { Settings } from '../../settings.ts';
import { dataPageResponse } from '../html-page.ts';
import { createSite, type SiteSettings } from '../layout/site.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { graphPage } from './graph-page.ts';
import type { PageReader } from '../../queries/users/page-reader.ts';

/** Creates the response with the page of a resource model. */
export function graphPageResponse(
  stored: StoredGraph,
  pageReader: PageReader | undefined,
  request: PageRequest,
  settings: SiteSettings & Pick<Settings, 'language'>,
): HttpResponse {
  const paths = createSite(settings, request.languages);
  const { baseUrl, language } = settings;
  const readableGraph = toReadableGraph(toGraphRows(stored), language);
  const page = graphPage(
    {
      graphId: stored.graphId,
      uri: `${baseUrl}/graphs/${stored.graphId}`,
      graph: localizeGraph(readableGraph, request.languages, language),
      reader: describeReader(request, pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(page, paths.words);
}
