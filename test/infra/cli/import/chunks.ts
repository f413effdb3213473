import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Streams bytes in chunks that end at the given positions. These may have any order and be out of range. */
export async function* cutAt(
  bytes: Uint8Array,
  positions: readonly number[],
): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const position of [...positions, bytes.length].toSorted((one, other) => one - other)) {
    const end = Math.min(Math.max(position, start), bytes.length);
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Collects all items of a stream. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  return Array.fromAsync(items);
}

/** Writes a file in a new temporary folder and returns its path. */
export async function writeTemporaryFile(
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'import-')), name);
  await writeFile(file, content);
  return file;
}
