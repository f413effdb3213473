import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import { encodeCursor } from '../parameters/cursor.ts';
import { linkHeader, maxLinkCharacters } from './link-header.ts';
import { jsonResponse, withHeaders, type HttpResponse } from './response.ts';

/** Query parameters of a link; undefined ones are left out. */
export type LinkQuery = Readonly<Record<string, string | number | undefined>>;

/** Makes a link to a page of results (RFC 8288). @param relation such as `next` */
export function pageLink(uri: string, relation: string, query: LinkQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const search = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return `<${uri}${search}>; rel="${relation}"`;
}

/**
 * Makes the links to the first and the next page. If the parameters of a POST are too long for a link, it has the cursor alone: the next page is
 * that of the same POST with it.
 * @param query the parameters that the links repeat
 * @param lastSortKey of the last item of the page; undefined if no page follows
 */
export function pageLinks(
  uri: string,
  query: LinkQuery,
  lastSortKey: string | undefined,
): readonly string[] {
  const firstLink = pageLink(uri, 'first', query);
  if (lastSortKey === undefined) return [firstLink];
  const cursor = encodeCursor(lastSortKey);
  const nextLink = pageLink(uri, 'next', { ...query, cursor });
  // Without a link the list would seem to end here.
  return nextLink.length > maxLinkCharacters
    ? [pageLink(uri, 'next', { cursor })]
    : [firstLink, nextLink];
}

type WithSortKey = { readonly sortKey: string };

/** The items of a page, and the sort key of the last one if another page follows. */
export type Page<Item> = {
  readonly items: readonly Item[];
  readonly lastSortKey: string | undefined;
};

/** Cuts rows to a page. @param rows one more than the limit, if another page follows */
export function cutPage<Item extends WithSortKey>(
  rows: readonly Item[],
  limit: number,
): Page<Item> {
  const items = rows.slice(0, limit);
  return { items, lastSortKey: rows.length > limit ? items.at(-1)?.sortKey : undefined };
}

export type PageLinkOptions = {
  readonly uri: string;
  /** The parameters that the links repeat. */
  readonly query: LinkQuery;
  readonly indent: number | undefined;
};

/**
 * Makes the response with one page of a list: with an entity tag, and links to the first and the next page (RFC 8288).
 * @rule Responses: How does a list of concepts continue after a page (thesauri, a search, a collection)?
 * @param document the page
 * @param lastSortKey of its last item; undefined if no page follows
 */
export function pageResponse(
  document: unknown,
  lastSortKey: string | undefined,
  { uri, query, indent }: PageLinkOptions,
): HttpResponse {
  const body = JSON.stringify(document);
  return withHeaders(jsonResponse(body), {
    ...linkHeader(pageLinks(uri, query, lastSortKey)),
    ...validatorHeaders(contentTag('application/json', indent, body), null),
  });
}
