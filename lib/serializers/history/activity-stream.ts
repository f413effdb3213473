import { historyPageUri, historyUri } from '../../model/uris.ts';
import type { ActivityStream, ActivityStreamItems } from '../../queries/history/activity-stream.ts';
import { activityContext, activityItemDocument } from './activity-item.ts';

/** A relation to another document, by the word that RFC 8288 has for it, and its URI. */
export type RelatedUri = readonly [relation: string, uri: string];

/** The number of the last page; a stream without items has a first page all the same. */
function lastPage({ totalItems, pageSize }: ActivityStream): number {
  return Math.max(1, Math.ceil(totalItems / pageSize));
}

/** The page on which an item stands. */
function pageOfItem(ordinal: number, { pageSize }: ActivityStream): number {
  return Math.ceil(ordinal / pageSize);
}

/** What of the pages before and behind one there is. Far behind the last page, the one before is the last. */
function neighbours(page: number, stream: ActivityStream) {
  const last = lastPage(stream);
  return {
    prev: page > 1 ? Math.min(page - 1, last) : undefined,
    next: page < last ? page + 1 : undefined,
  };
}

const pageReference = (baseUrl: string, page: number) => ({
  id: historyPageUri(baseUrl, page),
  type: 'OrderedCollectionPage',
});

const optionalPage = (name: 'prev' | 'next', baseUrl: string, page: number | undefined) =>
  page === undefined ? {} : { [name]: pageReference(baseUrl, page) };

/** The collection of the specification ("Activity stream"). */
export function activityStreamDocument(stream: ActivityStream, baseUrl: string) {
  return {
    '@context': activityContext,
    type: 'OrderedCollection',
    id: historyUri(baseUrl),
    totalItems: stream.totalItems,
    first: pageReference(baseUrl, 1),
    last: pageReference(baseUrl, lastPage(stream)),
  };
}

/** Where the collection leads to. */
export function activityStreamLinks(
  stream: ActivityStream,
  baseUrl: string,
): readonly RelatedUri[] {
  return [
    ['first', historyPageUri(baseUrl, 1)],
    ['last', historyPageUri(baseUrl, lastPage(stream))],
  ];
}

/** A page of the specification, with the pages around it. @param page its number, from 1 */
export function activityPageDocument(
  { stream, items }: ActivityStreamItems,
  page: number,
  baseUrl: string,
) {
  const { prev, next } = neighbours(page, stream);
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
    // A page behind the last one begins where the items end.
    startIndex: Math.min((page - 1) * stream.pageSize, stream.totalItems),
    orderedItems: items.map((item) => activityItemDocument(item, baseUrl)),
  };
}

/** Where a page leads to. */
export function activityPageLinks(
  stream: ActivityStream,
  page: number,
  baseUrl: string,
): readonly RelatedUri[] {
  const { prev, next } = neighbours(page, stream);
  const around = { first: 1, prev, next, last: lastPage(stream) };
  const pages = Object.entries(around).flatMap(([relation, number]): readonly RelatedUri[] =>
    number === undefined ? [] : [[relation, historyPageUri(baseUrl, number)]],
  );
  return [...pages, ['collection', historyUri(baseUrl)]];
}

/** Where an item leads to: the page on which it stands, and the collection. */
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
