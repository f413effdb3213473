import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import { encodeCursor } from '../parameters/cursor.ts';
import { jsonResponse, withHeaders, type HttpResponse } from './response.ts';

/** Parameters of a link; those that are undefined are left out. */
export type LinkQuery = Readonly<Record<string, string | number | undefined>>;

/**
 * A link to a page of results (RFC 8288).
 * @param uri that of the list
 * @param relation such as `next`
 */
export function pageLink(uri: string, relation: string, query: LinkQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const search = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return `<${uri}${search}>; rel="${relation}"`;
}

/** Something in a list, with the text that the list is ordered by. */
type Ordered = { readonly sortKey: string };

/** The items of a page, and what the last one is ordered by where another page follows. */
export type Page<Item> = {
  readonly items: readonly Item[];
  readonly lastSortKey: string | undefined;
};

/** The page of some items, of which one more than its limit was read. */
export function cutPage<Item extends Ordered>(found: readonly Item[], limit: number): Page<Item> {
  const items = found.slice(0, limit);
  return { items, lastSortKey: found.length > limit ? items.at(-1)?.sortKey : undefined };
}

/** The address of a list, as its links repeat it. */
export type ListAddress = {
  readonly uri: string;
  /** The other parameters of the request. */
  readonly query: LinkQuery;
  readonly indent: number | undefined;
};

/**
 * The answer with one page of a list that goes on by cursor: the links to the first and the next page (RFC 8288), and an entity tag.
 * @param document what the page shows
 * @param last what its last item is ordered by; undefined where no page follows
 */
export function pageResponse(
  document: unknown,
  last: string | undefined,
  { uri, query, indent }: ListAddress,
): HttpResponse {
  const body = JSON.stringify(document);
  const next =
    last === undefined ? [] : [pageLink(uri, 'next', { ...query, cursor: encodeCursor(last) })];
  return withHeaders(jsonResponse(body), {
    Link: [pageLink(uri, 'first', query), ...next].join(', '),
    ...validatorHeaders(contentTag('application/json', indent, body), null),
  });
}
