import {
  orderedCollection,
  orderedCollectionPage,
  type StreamActivity,
  type StreamPage,
} from './requirements.ts';

/** Fetches the JSON document at a URI. */
export type FetchJson = (uri: string) => Promise<unknown>;

/** The result of one crawl of a harvester. */
export type Crawl = {
  /** The URIs of the objects that exist. */
  readonly present: ReadonlySet<string>;
  /** The URIs of deleted objects. */
  readonly deleted: ReadonlySet<string>;
  /** The pages in the order in which they were read, from the last. */
  readonly pages: readonly StreamPage[];
  /** The time of the latest activity. */
  readonly latestTime: string | undefined;
};

/**
 * Crawls a stream backwards, to its beginning or to the activities that the previous crawl has read (IIIF Change Discovery 1.0,
 * section 3, Activity Streams Processing Algorithm). Only the latest activity about an object counts.
 * @param since the time of the latest activity of the previous crawl
 * @throws ZodError if the stream breaks a rule of the standard
 */
export async function crawlStream(
  collectionUri: string,
  fetchJson: FetchJson,
  since?: string,
): Promise<Crawl> {
  const { last } = orderedCollection.parse(await fetchJson(collectionUri));
  const pages: StreamPage[] = [];
  const present = new Set<string>();
  const deleted = new Set<string>();
  let latestTime: string | undefined;
  for (let uri: string | undefined = last.id; uri !== undefined;) {
    const page: StreamPage = orderedCollectionPage.parse(await fetchJson(uri));
    pages.push(page);
    for (const item of page.orderedItems.toReversed()) {
      latestTime ??= item.endTime;
      if (isEarlier(item, since)) return { present, deleted, pages, latestTime };
      if (present.has(item.object.id) || deleted.has(item.object.id)) continue;
      (item.type === 'Delete' ? deleted : present).add(item.object.id);
    }
    uri = page.prev?.id;
  }
  return { present, deleted, pages, latestTime };
}

/** An activity with the same time is not earlier: more may have happened in the second in which the previous crawl ended. */
function isEarlier({ endTime }: StreamActivity, since: string | undefined): boolean {
  return since !== undefined && endTime !== undefined && endTime < since;
}
