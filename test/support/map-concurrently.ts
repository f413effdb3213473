import { hasNativeServer } from './has-native-server.ts';

/**
 * The embedded database has one session, so concurrent requests would only wait. On a server each session plans its statements itself, so
 * many sessions cost more than they gain.
 */
const maxConcurrency = hasNativeServer ? 2 : 1;

/**
 * Maps items with a limited number of concurrent calls.
 * @returns the results in the order of the items
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: maxConcurrency }, worker));
  return results;
}
