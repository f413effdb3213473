import type { HttpResponse } from '../../http/responses/response.ts';
import type { ChangesPage } from '../../queries/history/changes-page.ts';
import { dataPageResponse } from '../html-page.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { createSite, type SiteSettings } from '../layout/site.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { changesPage } from './changes-page.ts';

type ChangesRequest = PageRequest & {
  readonly parameters: {
    readonly since?: string | undefined;
    readonly graph?: string | undefined;
    readonly person?: string | undefined;
    readonly before?: number | undefined;
  };
};

/** Creates the response with a page of the changes of all records. */
export function changesPageResponse(
  { changes, models, next, pageReader }: ChangesPage,
  request: ChangesRequest,
  settings: SiteSettings,
): HttpResponse {
  const paths = createSite(settings, request.languages);
  const { since, graph, person, before } = request.parameters;
  const pathBefore = (ordinal: number | undefined): string =>
    pathWithQuery(paths.changes, { since, graph, person, before: ordinal });
  const document = changesPage(
    {
      changes,
      models,
      filter: { since: since?.slice(0, 10) ?? '', graph: graph ?? '', person: person ?? '' },
      languages: request.languages,
      listLinks: {
        isFirstPage: before === undefined,
        firstPath: pathBefore(undefined),
        nextPath: next === undefined ? undefined : pathBefore(next),
      },
      reader: describeReader(request, pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(document, paths.words);
}
