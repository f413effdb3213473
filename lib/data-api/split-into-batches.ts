/** Maximum bytes of JSON in one batch. A request can have 4 MiB, but quotes and backslashes are escaped a second time. */
export const maxBatchBytes = 1_500_000;

/** Whether texts of JSON fit into one request together. */
export function fitIntoRequest(...texts: readonly string[]): boolean {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) <= maxBatchBytes;
}

/**
 * Splits a list into batches whose JSON fits into a request. A larger item becomes a batch of its own.
 * @param maxItems the maximum number of items in a batch
 */
export function splitIntoBatches<T>(
  items: readonly T[],
  maxItems: number,
): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let batch: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const itemBytes = Buffer.byteLength(JSON.stringify(item));
    if (batch.length === maxItems || (batch.length > 0 && bytes + itemBytes > maxBatchBytes)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += itemBytes;
  }
  return batch.length === 0 ? batches : [...batches, batch];
}
