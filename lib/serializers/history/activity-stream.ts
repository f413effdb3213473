import { historyPageUri, historyUri } from '../../model/uris.ts';
import type { ActivityStream, ActivityStreamItems } from '../../queries/history/activity-stream.ts';
import { activityContext, activityItemDocument } from './activity-item.ts';

/** A link relation (RFC 8288) and its URI. */
export type RelatedUri = readonly [relation: string, uri: string];

/** The number of the last page. An empty stream has one page. */
function lastPageNumber({ totalItems, pageSize }: ActivityStream): number {
  return Math.max(1, Math.ceil(totalItems / pageSize));
}

function pageOfItem(ordinal: number, { pageSize }: ActivityStream): number {
  return Math.ceil(ordinal / pageSize);
}

/**
 * Returns the previous and the next page, if they exist. For a page beyond the last page, the previous page is the
 * last one.
 */
function findNeighbours(page: number, stream: ActivityStream) {
  const lastPage = lastPageNumber(stream);
  return {
    prev: page > 1 ? Math.min(page - 1, lastPage) : undefined,
    next: page < lastPage ? page + 1 : undefined,
  };
}

const pageReference = (baseUrl: string, page: number) => ({
  id: historyPageUri(baseUrl, page),
  type: 'OrderedCollectionPage',
});

const optionalPage = (name: 'prev' | 'next', baseUrl: string, page: number | undefined) =>
  page === undefined ? {} : { [name]: pageReference(baseUrl, page) };

/** Creates the collection (specification, "Activity stream"). */
export function activityStreamDocument(stream: ActivityStream, baseUrl: string) {
  return {
    '@context': activityContext,
    type: 'OrderedCollection',
    id: historyUri(baseUrl),
    totalItems: stream.totalItems,
    first: pageReference(baseUrl, 1),
    last: pageReference(baseUrl, lastPageNumber(stream)),
  };
}

/** Returns the links of the collection. */
export function activityStreamLinks(
  stream: ActivityStream,
  baseUrl: string,
): readonly RelatedUri[] {
  return [
    ['first', historyPageUri(baseUrl, 1)],
    ['last', historyPageUri(baseUrl, lastPageNumber(stream))],
  ];
}

/**
 * Creates a page of the collection (specification, "Activity stream"), with links to its neighbours.
 * @param page its number, from 1
 */
export function activityPageDocument(
  { stream, items }: ActivityStreamItems,
  page: number,
  baseUrl: string,
) {
  const { prev, next } = findNeighbours(page, stream);
  return {
    '@context': activityContext,
    type: 'OrderedCollectionPage',
    id: historyPageUri(baseUrl, page),
    partOf: {
      type: 'OrderedCollection',
      id: historyUri(baseUrl),
      totalItems: stream.totalItems,
    },
    ...optionalPage('prev', baseUrl, prev),
    ...optionalPage('next', baseUrl, next),
    // The start index of a page beyond the last page is the number of items.
    startIndex: Math.min((page - 1) * stream.pageSize, stream.totalItems),
    orderedItems: items.map((item) => activityItemDocument(item, baseUrl)),
  };
}

/** Returns the links of a page. */
export function activityPageLinks(
  stream: ActivityStream,
  page: number,
  baseUrl: string,
): readonly RelatedUri[] {
  const { prev, next } = findNeighbours(page, stream);
  const pagesByRelation = { first: 1, prev, next, last: lastPageNumber(stream) };
  const pages = Object.entries(pagesByRelation).flatMap(
    ([relation, number]): readonly RelatedUri[] =>
      number === undefined ? [] : [[relation, historyPageUri(baseUrl, number)]],
  );
  return [...pages, ['collection', historyUri(baseUrl)]];
}

/** Returns the links of an item: its page and the collection. */
export function activityItemLinks(
  stream: ActivityStream,
  ordinal: number,
  baseUrl: string,
): readonly RelatedUri[] {
  return [
    ['up', historyPageUri(baseUrl, pageOfItem(ordinal, stream))],
    ['collection', historyUri(baseUrl)],
  ];
}
