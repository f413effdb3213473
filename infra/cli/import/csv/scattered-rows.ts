import { FileFormatError } from '../file-error.ts';
import type { TileBuilder } from './build-tiles.ts';

/** A file, or a table of a file, with the keys of its rows: ids of resource instances, or their ids in another system. */
export type KeySource = {
  /** Reads the key of each group of rows that follow each other. */
  readonly keys: () => AsyncIterable<string>;
  /** Receives all keys of the source. */
  readonly onKeys: (keys: ReadonlySet<string>) => Promise<void>;
};

/**
 * The resource instances of a run whose rows are not all together in one file. Their builders are kept, because they have the tiles of
 * earlier rows.
 */
export class ScatteredRows {
  readonly #sources: readonly KeySource[];
  #keys: Promise<ReadonlySet<string>> | undefined;
  readonly #builders = new Map<string, TileBuilder>();

  /** @param sources each once */
  constructor(sources: readonly KeySource[]) {
    this.#sources = sources;
  }

  /** Finds the keys of these resource instances. The first call reads all sources. */
  findKeys(): Promise<ReadonlySet<string>> {
    this.#keys ??= findScatteredKeys(this.#sources);
    return this.#keys;
  }

  /** Returns the builder of a resource instance, which is created at the first call. */
  getBuilder(resourceId: string, createBuilder: () => TileBuilder): TileBuilder {
    const builder = this.#builders.get(resourceId) ?? createBuilder();
    this.#builders.set(resourceId, builder);
    return builder;
  }
}

async function findScatteredKeys(sources: readonly KeySource[]): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const scatteredKeys = new Set<string>();
  for (const source of sources) {
    const keysOfSource = new Set<string>();
    try {
      for await (const key of source.keys()) {
        if (keys.has(key)) scatteredKeys.add(key);
        keys.add(key);
        keysOfSource.add(key);
      }
    } catch (error) {
      // The error is reported when the rows are read.
      if (!(error instanceof FileFormatError)) throw error;
    }
    await source.onKeys(keysOfSource);
  }
  return scatteredKeys;
}
