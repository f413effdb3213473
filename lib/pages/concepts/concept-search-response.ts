import { encodeCursor } from '../../http/parameters/cursor.ts';
import type { LinkQuery, Page } from '../../http/responses/page-response.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import type { LabelLanguages } from '../../model/concepts/label-languages.ts';
import type { ConceptMatch } from '../../queries/concepts/search-concepts.ts';
import type { PageReader } from '../../queries/users/page-reader.ts';
import { pickBestLabel } from '../../serializers/concepts/concept-order.ts';
import { dataPageResponse } from '../html-page.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { createSite, type SiteSettings } from '../layout/site.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { conceptSearchPage } from './concept-search-page.ts';

type ConceptSearchList = Page<ConceptMatch> & {
  readonly words: string;
  /** The parameters that links to other pages repeat. */
  readonly filter: LinkQuery;
  readonly languages: LabelLanguages;
  readonly isFirstPage: boolean;
};

/** Creates the response with a page of the concepts that a search finds. */
export function conceptSearchResponse(
  { items, lastSortKey, words, filter, languages, isFirstPage }: ConceptSearchList,
  request: PageRequest,
  pageReader: PageReader | undefined,
  settings: SiteSettings,
): HttpResponse {
  const paths = createSite(settings, request.languages);
  const pathAfter = (cursor: string | undefined): string =>
    pathWithQuery(`${paths.concepts}/search`, { ...filter, cursor });
  const document = conceptSearchPage(
    {
      words,
      concepts: items.map(({ id, labels, matched }) => {
        const name = pickBestLabel(labels, languages)?.text ?? id;
        return { id, name, matched: matched.text === name ? null : matched.text };
      }),
      isFirstPage,
      firstPath: pathAfter(undefined),
      nextPath: lastSortKey === undefined ? undefined : pathAfter(encodeCursor(lastSortKey)),
      reader: describeReader(request, pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(document, paths.words);
}
