/** Bytes of JSON that one request takes: it may have 4 MiB, but quotes and backslashes are escaped once more on the way. */
export const maxRequestBytes = 1_500_000;

/** Splits a list into lists of at most `size` items whose JSON fits a request. An item that is larger stands alone. */
export function splitIntoBatches<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let batch: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const more = Buffer.byteLength(JSON.stringify(item));
    if (batch.length === size || (batch.length > 0 && bytes + more > maxRequestBytes)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += more;
  }
  return batch.length === 0 ? batches : [...batches, batch];
}
