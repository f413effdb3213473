import type { HttpResponse } from '../../http/responses/response.ts';
import { dataPageResponse } from '../html-page.ts';
import type { Html } from '../layout/html.ts';
import { layout } from '../layout/layout.ts';
import { createSite, type Site, type SiteSettings } from '../layout/site.ts';
import { mapHeaders, type mapParts, type MapSettings } from '../map/map-element.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import type { PageReader } from '../../queries/users/page-reader.ts';

/** The content of a page of OGC API Features. */
export type OgcPage = {
  readonly title: string;
  readonly main: Html;
  /** The style and the script of its map, if it has one. */
  readonly map?: ReturnType<typeof mapParts> | undefined;
};

/** Creates the response with a page of OGC API Features. @param createPage creates the content of the page */
export function ogcPageResponse(
  createPage: (paths: Site) => OgcPage,
  request: PageRequest,
  pageReader: PageReader | undefined,
  settings: SiteSettings & MapSettings,
): HttpResponse {
  const paths = createSite(settings, request.languages);
  const { title, main, map } = createPage(paths);
  return dataPageResponse(
    layout({ title, main, ...map, ...describeReader(request, pageReader, paths) }, paths),
    paths.words,
    map === undefined ? {} : mapHeaders(settings),
  );
}
