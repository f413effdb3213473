import { DataApiUnavailable } from '../../../lib/data-api/errors.ts';

/** Ends an attempt whose previous batch did not succeed at its first attempt. */
class PreviousNotStored extends Error {}

/**
 * The turn of a batch, which is written in its own transaction, perhaps while the previous batch is still in progress. It takes locks
 * once the previous batch has all its locks, and commits after it. So batches are stored in order, and none waits for a lock of the
 * next. If an attempt fails while the previous batch is in progress, it is retried alone.
 */
export class BatchTurn {
  readonly #ids: ReadonlySet<string>;
  /** Undefined if the batch is written alone. */
  readonly #previous: BatchTurn | undefined;
  readonly #locked = Promise.withResolvers<void>();
  readonly #languages = Promise.withResolvers<readonly string[]>();
  readonly #stored = Promise.withResolvers<boolean>();
  #isBegun = false;
  #isOver = false;
  #work: Promise<unknown> = Promise.resolve();

  /** @param ids of the resource instances and tiles of the batch */
  constructor(ids: ReadonlySet<string>, previous?: BatchTurn) {
    this.#ids = ids;
    this.#previous = previous !== undefined && previous.#isOver ? undefined : previous;
  }

  /** Runs all the work of the batch. @throws the error of the work */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = work();
    this.#work = running;
    let isStored = false;
    try {
      const result = await running;
      isStored = true;
      return result;
    } finally {
      this.#isOver = true;
      this.#release(isStored);
    }
  }

  /** Whether the previous batch is in progress and has one of these ids. */
  isAnyInPrevious(ids: Iterable<string>): boolean {
    const previous = this.#previous;
    if (previous === undefined || previous.#isOver) return false;
    for (const id of ids) if (previous.#ids.has(id)) return true;
    return false;
  }

  /** Whether the previous batch is in progress and has an id of this batch, or one of the ids that it refers to. */
  dependsOnPrevious(referenced: Iterable<string>): boolean {
    return this.isAnyInPrevious(this.#ids) || this.isAnyInPrevious(referenced);
  }

  /** Waits until the previous batch has ended. @throws its error */
  async waitForPrevious(): Promise<void> {
    if (this.#previous !== undefined) await this.#previous.#work;
  }

  /**
   * Makes an attempt while the previous batch is in progress. If it fails, makes another one after that batch.
   * @throws the error of the second attempt
   */
  async attempt<Result>(work: (turn?: BatchTurn) => Promise<Result>): Promise<Result> {
    try {
      return await work(this);
    } catch (error) {
      this.#release(false);
      // After this error the batch is perhaps stored.
      if (this.#previous === undefined || error instanceof DataApiUnavailable) throw error;
    }
    await this.waitForPrevious();
    return work();
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
    if (previous.#isOver) await previous.#work;
    else if (!(await previous.#stored.promise)) throw new PreviousNotStored();
  }

  /** Signals that a transaction begins. A second one has lost the locks of the first, so the next batch has to give up its own. */
  signalBegun(): void {
    if (this.#isBegun) this.#stored.resolve(false);
    this.#isBegun = true;
  }

  /** Signals that the first attempt is stored, unless it has failed. */
  signalStored(): void {
    this.#stored.resolve(true);
  }

  /** Ends all waiting for the first attempt. */
  #release(isStored: boolean): void {
    this.#stored.resolve(isStored);
    this.#languages.resolve([]);
    this.#locked.resolve();
  }
}

/** A batch with the result of its work. */
export type BatchInProgress<Result> = {
  readonly turn: BatchTurn;
  readonly result: Promise<Result>;
};

/**
 * Works on each item of a source while the previous one is perhaps still in progress.
 * @param begin begins the work on an item
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
      // The error is thrown where the result is awaited.
      current.result.catch(() => undefined);
      if (previous !== undefined) yield await previous.result;
    }
    if (current !== undefined) yield await current.result;
  } finally {
    // The caller continues only after the end of all work.
    await current?.result.catch(() => undefined);
  }
}
