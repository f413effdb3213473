import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { overlapBatches, BatchTurn } from '../../../../../infra/cli/import/batch-turn.ts';
import { DatabaseError, DataApiUnavailable } from '../../../../../lib/data-api/errors.ts';
import { collect } from '../chunks.ts';

const failure = new DatabaseError('ERROR: refused; SQLState: 22023');

/** Two turns, of which the first is running and the second is next, and a log of their steps. */
function createTwoTurns() {
  const log: string[] = [];
  const first = new BatchTurn(new Set(['a']));
  const second = new BatchTurn(new Set(['b']), first);
  const end = Promise.withResolvers<void>();
  const running = first.run(() => end.promise);
  running.catch(() => undefined);
  return { log, first, second, end, running };
}

describe('the turn of a batch', () => {
  it('locks nothing before the previous batch has all its locks', async () => {
    const { log, first, second } = createTwoTurns();
    const locking = second.waitToLock().then(() => log.push('second locks'));
    await yieldToOthers();
    log.push('first has locked');
    first.signalLocked();
    await locking;
    expect(log).toEqual(['first has locked', 'second locks']);
  });

  it('commits nothing before the previous batch is stored', async () => {
    const { log, first, second } = createTwoTurns();
    const committing = second.waitToCommit().then(() => log.push('second commits'));
    await yieldToOthers();
    log.push('first is stored');
    first.signalStored();
    await committing;
    expect(log).toEqual(['first is stored', 'second commits']);
  });

  it.each([
    [
      'fails',
      async ({ first }: ReturnType<typeof createTwoTurns>) => {
        await first.attempt(async () => Promise.reject(failure)).catch(() => undefined);
      },
    ],
    [
      'begins its transaction again',
      async ({ first }: ReturnType<typeof createTwoTurns>) => {
        first.signalBegun();
        first.signalBegun();
      },
    ],
  ])(
    'repeats its attempt after the previous batch has ended if the previous batch %s',
    async (_how, interruptFirst) => {
      const turns = createTwoTurns();
      const { log, second, end } = turns;
      const attempt = second.attempt(async (previous) => {
        log.push(previous === undefined ? 'alone' : 'beside');
        await previous?.waitToCommit();
      });
      await interruptFirst(turns);
      await yieldToOthers();
      log.push('first is over');
      end.resolve();
      await attempt;
      expect(log).toEqual(['beside', 'first is over', 'alone']);
    },
  );

  it('fails if both its attempt and the repeated attempt fail', async () => {
    const { second, end } = createTwoTurns();
    end.resolve();
    await expect(second.attempt(async () => Promise.reject(failure))).rejects.toThrow(failure);
  });

  it('does not repeat an attempt whose outcome is unknown', async () => {
    const { second } = createTwoTurns();
    const lost = new DataApiUnavailable('The answer was lost.', 'unknown');
    await expect(second.attempt(async () => Promise.reject(lost))).rejects.toThrow(lost);
  });

  it('fails with the error that ended the previous batch', async () => {
    const { second, end } = createTwoTurns();
    end.reject(failure);
    await expect(second.attempt(async (previous) => previous?.waitToCommit())).rejects.toThrow(
      failure,
    );
  });

  it('knows the ids and languages of the previous batch until that batch has ended', async () => {
    const { first, second, end, running } = createTwoTurns();
    expect([second.isAnyInPrevious(['a', 'c']), second.isAnyInPrevious(['b', 'c'])]).toEqual([
      true,
      false,
    ]);
    const languages = second.exchangeLanguages(['de']);
    await first.exchangeLanguages(['fr']);
    expect(await languages).toEqual(['fr']);
    end.resolve();
    await running;
    expect(second.isAnyInPrevious(['a'])).toBe(false);
  });
});

describe('overlapBatches', () => {
  async function* yieldItems(last: number): AsyncGenerator<number> {
    for (let item = 1; item <= last; item += 1) yield item;
  }

  it('begins an item while the previous item is in progress, but no later item', async () => {
    const log: string[] = [];
    const results = overlapBatches(yieldItems(3), (item, before) => {
      log.push(`begin ${item}`);
      const batchTurn = new BatchTurn(new Set(), before);
      const result = batchTurn.run(async () => {
        await yieldToOthers();
        log.push(`end ${item}`);
        return item;
      });
      return { turn: batchTurn, result };
    });
    expect(await collect(results)).toEqual([1, 2, 3]);
    expect(log).toEqual(['begin 1', 'begin 2', 'end 1', 'begin 3', 'end 2', 'end 3']);
  });

  it('fails with the first error after all items in progress have ended', async () => {
    const log: number[] = [];
    const results = overlapBatches(yieldItems(3), (item, before) => {
      const batchTurn = new BatchTurn(new Set(), before);
      const result = batchTurn.run(async () => {
        if (item === 1) throw failure;
        await yieldToOthers();
        log.push(item);
        return item;
      });
      return { turn: batchTurn, result };
    });
    await expect(collect(results)).rejects.toThrow(failure);
    expect(log).toEqual([2]);
  });
});
