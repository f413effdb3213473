import { historyUri } from '../../model/uris.ts';
import type { ActivityItem } from '../../queries/history/activity-items.ts';
import { activityContext, activityItemDocument } from './activity-item.ts';
import type { RelatedUri } from './activity-stream.ts';

/** A part of the stream that goes on by a cursor: what matches a filter, or is about one resource instance. */
export type ActivityList = {
  readonly baseUrl: string;
  /** The URI of the list, without parameters. */
  readonly uri: string;
  /** The parameters that say what is in the list, in their order. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  /** The ordinal behind which this part of the list begins; undefined for its beginning. */
  readonly cursor: number | undefined;
  readonly items: readonly ActivityItem[];
  /** The ordinal behind which it goes on; undefined where it ends. */
  readonly next: number | undefined;
};

function listUri({ uri, filter }: ActivityList, cursor: number | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, cursor: cursor?.toString() })) {
    if (value !== undefined) parameters.set(name, value);
  }
  return parameters.size === 0 ? uri : `${uri}?${parameters.toString()}`;
}

/** A page of a list. It tells no total: to count what matches would take as long as to read it. */
export function activityListDocument(list: ActivityList) {
  const { baseUrl, cursor, items, next } = list;
  return {
    '@context': activityContext,
    type: 'OrderedCollectionPage',
    id: listUri(list, cursor),
    partOf: { type: 'OrderedCollection', id: listUri(list, undefined) },
    ...(next === undefined
      ? {}
      : { next: { id: listUri(list, next), type: 'OrderedCollectionPage' } }),
    orderedItems: items.map((item) => activityItemDocument(item, baseUrl)),
  };
}

/** Where a page of a list leads to. */
export function activityListLinks(list: ActivityList): readonly RelatedUri[] {
  const next: readonly RelatedUri[] =
    list.next === undefined ? [] : [['next', listUri(list, list.next)]];
  return [['first', listUri(list, undefined)], ...next, ['collection', historyUri(list.baseUrl)]];
}
