import type { HttpResponse } from '../../http/responses/response.ts';
import { dataPageResponse } from '../html-page.ts';
import type { Html } from '../layout/html.ts';
import { layout } from '../layout/layout.ts';
import { createSite, type Site, type SiteSettings } from '../layout/site.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import type { PageReader } from '../../queries/users/page-reader.ts';

/** The content of a page of OGC API Features. */
export type OgcPage = {
  readonly title: string;
  readonly main: Html;
};

/** Creates the response with a page of OGC API Features. @param createPage creates the content of the page */
export function ogcPageResponse(
  createPage: (paths: Site) => OgcPage,
  request: PageRequest,
  pageReader: PageReader | undefined,
  settings: SiteSettings,
): HttpResponse {
  const paths = createSite(settings);
  const { title, main } = createPage(paths);
  return dataPageResponse(
    layout({ title, main, ...describeReader(request, pageReader, paths) }, paths),
  );
}
