import { FileFormatError } from '../file-error.ts';
import type { TileBuilder } from './build-tiles.ts';
import { readRowGroups } from './read-rows.ts';
import type { CsvEncoding } from '../text-encoding.ts';

type OnKeys = (file: string, keys: ReadonlySet<string>) => Promise<void>;

/**
 * The resource instances of a run whose rows are not all together in one file. Their builders are kept, because they have the tiles of
 * earlier rows.
 */
export class ScatteredRows {
  readonly #files: readonly string[];
  readonly #encoding: CsvEncoding | undefined;
  readonly #onKeys: OnKeys;
  #keys: Promise<ReadonlySet<string>> | undefined;
  readonly #builders = new Map<string, TileBuilder>();

  /**
   * @param files the CSV files of the run, each once
   * @param encoding as for `readCsv`
   * @param onKeys receives all keys of a file
   */
  constructor(files: readonly string[], encoding: CsvEncoding | undefined, onKeys: OnKeys) {
    this.#files = files;
    this.#encoding = encoding;
    this.#onKeys = onKeys;
  }

  /** Finds the keys of these resource instances: ids, and ids in another system. The first call reads all files. */
  findKeys(): Promise<ReadonlySet<string>> {
    this.#keys ??= findScatteredKeys(this.#files, this.#encoding, this.#onKeys);
    return this.#keys;
  }

  /** Returns the builder of a resource instance, which is created at the first call. */
  getBuilder(resourceId: string, createBuilder: () => TileBuilder): TileBuilder {
    const builder = this.#builders.get(resourceId) ?? createBuilder();
    this.#builders.set(resourceId, builder);
    return builder;
  }
}

async function findScatteredKeys(
  files: readonly string[],
  encoding: CsvEncoding | undefined,
  onKeys: OnKeys,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const scatteredKeys = new Set<string>();
  for (const file of files) {
    const fileKeys = new Set<string>();
    try {
      for await (const { resourceKey } of readRowGroups(file, encoding, () => {})) {
        if (keys.has(resourceKey)) scatteredKeys.add(resourceKey);
        keys.add(resourceKey);
        fileKeys.add(resourceKey);
      }
    } catch (error) {
      // The error is reported when the rows are read.
      if (!(error instanceof FileFormatError)) throw error;
    }
    await onKeys(file, fileKeys);
  }
  return scatteredKeys;
}
