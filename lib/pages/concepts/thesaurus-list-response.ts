import { encodeCursor } from '../../http/parameters/cursor.ts';
import type { LinkQuery, Page } from '../../http/responses/page-response.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import type { LabelLanguages } from '../../model/concepts/label-languages.ts';
import type { ListedThesaurus } from '../../queries/concepts/list-thesauri.ts';
import { pickBestLabel } from '../../serializers/concepts/concept-order.ts';
import { pickPreferredLabel } from './preferred-label.ts';
import { dataPageResponse } from '../html-page.ts';
import { createSite, type SiteSettings } from '../layout/site.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { thesaurusListPage } from './thesaurus-list-page.ts';
import type { PageReader } from '../../queries/users/page-reader.ts';

type ThesaurusList = Page<ListedThesaurus> & {
  /** The parameters that links to other pages repeat. */
  readonly filter: LinkQuery;
  readonly languages: LabelLanguages;
  readonly isFirstPage: boolean;
};

/** Creates the response with the page of thesauri and collections. */
export function thesaurusListResponse(
  { items, lastSortKey, filter, languages, isFirstPage }: ThesaurusList,
  request: PageRequest,
  pageReader: PageReader | undefined,
  settings: SiteSettings,
): HttpResponse {
  const paths = createSite(settings, request.languages);
  const page = thesaurusListPage(
    {
      thesauri: items.map(({ id, nodeType, labels, conceptCount }) => ({
        id,
        nodeType,
        name:
          pickPreferredLabel(labels, languages.languages) ??
          pickBestLabel(labels, languages)?.text ??
          id,
        conceptCount,
      })),
      isFirstPage,
      nodeType: filter['nodetype'],
      firstPath: pathWithQuery(paths.concepts, filter),
      nextPath:
        lastSortKey === undefined
          ? undefined
          : pathWithQuery(paths.concepts, { ...filter, cursor: encodeCursor(lastSortKey) }),
      reader: describeReader(request, pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(page, paths.words);
}
