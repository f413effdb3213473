import { historyUri } from '../../model/uris.ts';
import type { ActivityItem } from '../../queries/history/activity-items.ts';
import { activityContext, activityItemDocument } from './activity-item.ts';
import type { RelatedUri } from './activity-stream.ts';

/** A page that is requested with a cursor: of the filtered stream, or of the stream of one resource instance. */
export type ActivityList = {
  readonly baseUrl: string;
  /** The URI of the list without parameters. */
  readonly uri: string;
  /** The filter parameters, in order. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  /** The ordinal before this page; undefined for the first page. */
  readonly cursor: number | undefined;
  readonly items: readonly ActivityItem[];
  /** The cursor of the next page; undefined for the last page. */
  readonly next: number | undefined;
};

function listUri({ uri, filter }: ActivityList, cursor: number | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, cursor: cursor?.toString() })) {
    if (value !== undefined) parameters.set(name, value);
  }
  return parameters.size === 0 ? uri : `${uri}?${parameters.toString()}`;
}

/** Creates a page of a list. It has no total, because counting all items takes as long as reading them. */
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

/** Returns the links of a list page. */
export function activityListLinks(list: ActivityList): readonly RelatedUri[] {
  const next: readonly RelatedUri[] =
    list.next === undefined ? [] : [['next', listUri(list, list.next)]];
  return [['first', listUri(list, undefined)], ...next, ['collection', historyUri(list.baseUrl)]];
}

/** The highest ordinal that a list page contains, as an item or as the cursor of the next page; undefined if it has none. */
export function highestOrdinalOf({ items, next }: ActivityList): number | undefined {
  const ordinals = [items.at(-1)?.ordinal, next].filter((ordinal) => ordinal !== undefined);
  return ordinals.length === 0 ? undefined : Math.max(...ordinals);
}
