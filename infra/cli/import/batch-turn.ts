import { DataApiUnavailable } from '../../../lib/data-api/errors.ts';

/** Ends an attempt beside a batch ahead whose first attempt is not stored. */
class OutOfTurn extends Error {}

/**
 * The turn of a batch: it is written in a transaction of its own while the one ahead of it may still be under way. It begins to lock once the one
 * ahead has all its locks, and commits after it: so batches are stored in their order, and none waits for a lock of the one behind it.
 * An attempt beside another that fails, for whatever reason, is made again alone.
 */
export class BatchTurn {
  readonly #ids: ReadonlySet<string>;
  /** Undefined where the batch is written alone. */
  readonly #ahead: BatchTurn | undefined;
  readonly #locked = Promise.withResolvers<void>();
  readonly #languages = Promise.withResolvers<readonly string[]>();
  readonly #stored = Promise.withResolvers<boolean>();
  #isBegun = false;
  #isOver = false;
  #done: Promise<unknown> = Promise.resolve();

  /**
   * @param ids of the resource instances and tiles of the batch
   * @param before the turn of the batch before
   */
  constructor(ids: ReadonlySet<string>, before?: BatchTurn) {
    this.#ids = ids;
    this.#ahead = before !== undefined && before.#isOver ? undefined : before;
  }

  /** Does all the work of the batch. @throws what the work throws */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = work();
    this.#done = done;
    try {
      const result = await done;
      this.#end(true);
      return result;
    } catch (error) {
      this.#end(false);
      throw error;
    }
  }

  /** Whether the batch ahead, while it is under way, has one of these ids. */
  isInPrevious(ids: Iterable<string>): boolean {
    const ahead = this.#ahead;
    if (ahead === undefined || ahead.#isOver) return false;
    for (const id of ids) if (ahead.#ids.has(id)) return true;
    return false;
  }

  /** Whether the batch ahead, while it is under way, has an id of this batch or one of the others that it names. */
  dependsOnPrevious(others: Iterable<string>): boolean {
    return this.isInPrevious(this.#ids) || this.isInPrevious(others);
  }

  /** Waits until nothing of the batch ahead is under way. @throws what ended it */
  async waitForPrevious(): Promise<void> {
    if (this.#ahead !== undefined) await this.#ahead.#done;
  }

  /** Makes an attempt beside the batch ahead; where it fails, another one after it. @throws what the attempt throws that is made alone */
  async attempt<Result>(work: (turn?: BatchTurn) => Promise<Result>): Promise<Result> {
    try {
      return await work(this);
    } catch (error) {
      this.#goOn(false);
      // It may be stored.
      if (this.#ahead === undefined || error instanceof DataApiUnavailable) throw error;
    }
    await this.waitForPrevious();
    return work();
  }

  /** Waits until the batch ahead has all its locks. */
  async waitToLock(): Promise<void> {
    if (this.#ahead !== undefined) await this.#ahead.#locked.promise;
  }

  /** The batch has all its locks. */
  signalLocked(): void {
    this.#locked.resolve();
  }

  /** Tells the languages of the batch. @returns those of the batch ahead */
  async exchangeLanguages(languages: readonly string[]): Promise<readonly string[]> {
    this.#languages.resolve(languages);
    return this.#ahead === undefined ? [] : this.#ahead.#languages.promise;
  }

  /** Waits until the batch ahead is stored. @throws an error that ends the attempt */
  async waitToCommit(): Promise<void> {
    const ahead = this.#ahead;
    if (ahead === undefined) return;
    if (ahead.#isOver) await ahead.#done;
    else if (!(await ahead.#stored.promise)) throw new OutOfTurn();
  }

  /** A transaction of the batch begins. Where it begins again, the locks of the first are gone: the batch behind it must not hold others then. */
  signalBegun(): void {
    if (this.#isBegun) this.#stored.resolve(false);
    this.#isBegun = true;
  }

  /** The first attempt of the batch is stored, unless it has failed. */
  signalStored(): void {
    this.#stored.resolve(true);
  }

  #end(isStored: boolean): void {
    this.#isOver = true;
    this.#goOn(isStored);
  }

  /** Nothing waits any more for what the first attempt might have done. */
  #goOn(isStored: boolean): void {
    this.#stored.resolve(isStored);
    this.#languages.resolve([]);
    this.#locked.resolve();
  }
}

/** A batch that is being worked on. */
export type BatchInProgress<Result> = {
  readonly turn: BatchTurn;
  readonly result: Promise<Result>;
};

/**
 * Works on the items of a source, on each while the one before may still be under way.
 * @param begin begins to work on an item @param before what the one before is
 * @returns the results, in the order of the items
 */
export async function* overlapBatches<Item, Result>(
  source: AsyncIterable<Item>,
  begin: (item: Item, before?: BatchTurn) => BatchInProgress<Result>,
): AsyncGenerator<Result> {
  let last: BatchInProgress<Result> | undefined;
  try {
    for await (const item of source) {
      const before = last;
      last = begin(item, before?.turn);
      // It is told where the result is taken.
      last.result.catch(() => undefined);
      if (before !== undefined) yield await before.result;
    }
    if (last !== undefined) yield await last.result;
  } finally {
    // What is begun is ended, in whatever way, before anything else goes on.
    await last?.result.catch(() => undefined);
  }
}
