import { DataApiUnavailable } from '../../../lib/data-api/errors.ts';

/** Ends the first attempt of a batch because the first attempt of the previous batch has failed. */
class PreviousBatchNotStored extends Error {}

/**
 * Coordinates a batch with the previous one. Each batch is written in its own transaction, and may begin while the previous batch is
 * still in progress. A batch takes its locks once the previous batch has all of its own, and commits after the previous batch. So batches
 * are stored in order, and none waits for a lock of the next. A batch whose first attempt fails is retried after the previous batch.
 */
export class BatchTurn {
  readonly #ids: ReadonlySet<string>;
  /** Undefined if the batch is written alone. */
  readonly #previous: BatchTurn | undefined;
  readonly #locked = Promise.withResolvers<void>();
  readonly #languages = Promise.withResolvers<readonly string[]>();
  readonly #stored = Promise.withResolvers<boolean>();
  #hasBegun = false;
  #hasEnded = false;
  #task: Promise<unknown> = Promise.resolve();

  /** @param ids the ids of the resource instances and tiles of the batch */
  constructor(ids: ReadonlySet<string>, previous?: BatchTurn) {
    this.#ids = ids;
    this.#previous = previous !== undefined && previous.#hasEnded ? undefined : previous;
  }

  /** Runs the task of the batch: everything from checking to writing it. @throws the error of the task */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    const taskPromise = task();
    this.#task = taskPromise;
    let isStored = false;
    try {
      const result = await taskPromise;
      isStored = true;
      return result;
    } finally {
      this.#hasEnded = true;
      this.#release(isStored);
    }
  }

  /** Whether the previous batch is in progress and has one of these ids. */
  isAnyInPrevious(ids: Iterable<string>): boolean {
    const previous = this.#previous;
    if (previous === undefined || previous.#hasEnded) return false;
    for (const id of ids) if (previous.#ids.has(id)) return true;
    return false;
  }

  /** Whether the previous batch is in progress and has an id of this batch, or one of the ids that it refers to. */
  dependsOnPrevious(referenced: Iterable<string>): boolean {
    return this.isAnyInPrevious(this.#ids) || this.isAnyInPrevious(referenced);
  }

  /** Waits until the previous batch has ended. @throws its error */
  async waitForPrevious(): Promise<void> {
    if (this.#previous !== undefined) await this.#previous.#task;
  }

  /**
   * Makes an attempt while the previous batch is in progress. If it fails, makes another one after that batch.
   * @param task makes one attempt; only the first gets a turn
   * @throws the error of the second attempt
   */
  async attempt<Result>(task: (turn?: BatchTurn) => Promise<Result>): Promise<Result> {
    try {
      return await task(this);
    } catch (error) {
      this.#release(false);
      // When the database is unavailable, the batch may already be stored: a second attempt could write it twice.
      if (this.#previous === undefined || error instanceof DataApiUnavailable) throw error;
    }
    await this.waitForPrevious();
    return task();
  }

  /** Waits until the previous batch has all its locks. */
  async waitToLock(): Promise<void> {
    if (this.#previous !== undefined) await this.#previous.#locked.promise;
  }

  /** Signals that the batch has all its locks. */
  signalLocked(): void {
    this.#locked.resolve();
  }

  /** Gives the languages of the batch to the next batch. @returns those of the previous batch */
  async exchangeLanguages(languages: readonly string[]): Promise<readonly string[]> {
    this.#languages.resolve(languages);
    return this.#previous === undefined ? [] : this.#previous.#languages.promise;
  }

  /** Waits until the previous batch is stored. @throws an error that ends the attempt */
  async waitToCommit(): Promise<void> {
    const previous = this.#previous;
    if (previous === undefined) return;
    if (previous.#hasEnded) await previous.#task;
    else if (!(await previous.#stored.promise)) throw new PreviousBatchNotStored();
  }

  /** Signals that a transaction begins. A repeated transaction has lost the locks of the first, so the next batch must start again. */
  signalBegun(): void {
    if (this.#hasBegun) this.#stored.resolve(false);
    this.#hasBegun = true;
  }

  /** Signals that the batch is stored. Has no effect if its first attempt has failed. */
  signalStored(): void {
    this.#stored.resolve(true);
  }

  /** Releases the next batch from waiting for the first attempt of this one. */
  #release(isStored: boolean): void {
    this.#stored.resolve(isStored);
    this.#languages.resolve([]);
    this.#locked.resolve();
  }
}

/** A batch with the result of its task. */
export type BatchInProgress<Result> = {
  readonly turn: BatchTurn;
  readonly result: Promise<Result>;
};

/**
 * Processes the items of a source in order, and begins each item while the previous one may still be in progress.
 * @param begin begins the task of an item
 * @returns the results, in the order of the items
 */
export async function* overlapBatches<Item, Result>(
  source: AsyncIterable<Item>,
  begin: (item: Item, previous?: BatchTurn) => BatchInProgress<Result>,
): AsyncGenerator<Result> {
  let current: BatchInProgress<Result> | undefined;
  try {
    for await (const item of source) {
      const previous = current;
      current = begin(item, previous?.turn);
      // Prevents an unhandled rejection: the error is thrown where the result is awaited.
      current.result.catch(() => undefined);
      if (previous !== undefined) yield await previous.result;
    }
    if (current !== undefined) yield await current.result;
  } finally {
    // If the caller stops early, the current batch must end before the caller continues.
    await current?.result.catch(() => undefined);
  }
}
