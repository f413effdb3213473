import type { HttpResponse } from '../../http/responses/response.ts';
import type { Settings } from '../../settings.ts';
import { dataPageResponse } from '../html-page.ts';
import type { Html } from '../layout/html.ts';
import { layout } from '../layout/layout.ts';
import { pagePaths, type PagePaths } from '../layout/paths.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';

/** The content of a page of OGC API Features. */
export type OgcPage = {
  readonly title: string;
  readonly main: Html;
};

/** Creates the response with a page of OGC API Features. @param createPage creates the content of the page */
export function ogcPageResponse(
  createPage: (paths: PagePaths) => OgcPage,
  request: PageRequest,
  username: string | undefined,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
): HttpResponse {
  const paths = pagePaths(baseUrl);
  const { title, main } = createPage(paths);
  return dataPageResponse(
    layout({ title, main, ...describeReader(request, username, paths) }, paths),
  );
}
