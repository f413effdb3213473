import { hasNativeServer } from './has-native-server.ts';

/** So many requests are on their way at once; the embedded database has one session, in which they would only wait. */
const most = hasNativeServer ? 6 : 1;

/** Does a piece of work for each item, some at once. @returns what it gave, in the order of the items */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: most }, worker));
  return results;
}
