import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { overlapBatches, BatchTurn } from '../../../../../infra/cli/import/batch-turn.ts';
import { DatabaseError, DataApiUnavailable } from '../../../../../lib/data-api/errors.ts';
import { collect } from '../chunks.ts';

const failure = new DatabaseError('ERROR: refused; SQLState: 22023');

/** Two turns, the second behind the first, and what is done in them. */
function twoTurns() {
  const done: string[] = [];
  const first = new BatchTurn(new Set(['a']));
  const second = new BatchTurn(new Set(['b']), first);
  const end = Promise.withResolvers<void>();
  const running = first.run(() => end.promise);
  running.catch(() => undefined);
  return { done, first, second, end, running };
}

describe('the turn of a batch', () => {
  it('locks nothing before the batch ahead has all its locks', async () => {
    const { done, first, second } = twoTurns();
    const locking = second.waitToLock().then(() => done.push('second locks'));
    await turn();
    done.push('first has locked');
    first.signalLocked();
    await locking;
    expect(done).toEqual(['first has locked', 'second locks']);
  });

  it('commits nothing before the batch ahead is stored', async () => {
    const { done, first, second } = twoTurns();
    const committing = second.waitToCommit().then(() => done.push('second commits'));
    await turn();
    done.push('first is stored');
    first.signalStored();
    await committing;
    expect(done).toEqual(['first is stored', 'second commits']);
  });

  it.each([
    [
      'fails',
      async ({ first }: ReturnType<typeof twoTurns>) => {
        await first.attempt(async () => Promise.reject(failure)).catch(() => undefined);
      },
    ],
    [
      'begins its transaction again',
      async ({ first }: ReturnType<typeof twoTurns>) => {
        first.signalBegun();
        first.signalBegun();
      },
    ],
  ])('makes its attempt again, after the batch ahead, where that one %s', async (_how, fails) => {
    const both = twoTurns();
    const { done, second, end } = both;
    const attempt = second.attempt(async (beside) => {
      done.push(beside === undefined ? 'alone' : 'beside');
      await beside?.waitToCommit();
    });
    await fails(both);
    await turn();
    done.push('first is over');
    end.resolve();
    await attempt;
    expect(done).toEqual(['beside', 'first is over', 'alone']);
  });

  it('makes an attempt that fails beside another again alone, once', async () => {
    const { second, end } = twoTurns();
    end.resolve();
    await expect(second.attempt(async () => Promise.reject(failure))).rejects.toThrow(failure);
  });

  it('makes no attempt again whose outcome nobody knows', async () => {
    const { second } = twoTurns();
    const lost = new DataApiUnavailable('The answer was lost.', 'unknown');
    await expect(second.attempt(async () => Promise.reject(lost))).rejects.toThrow(lost);
  });

  it('ends with what ended the batch ahead', async () => {
    const { second, end } = twoTurns();
    end.reject(failure);
    await expect(second.attempt(async (beside) => beside?.waitToCommit())).rejects.toThrow(failure);
  });

  it('knows the ids and languages of the batch ahead while that one is under way', async () => {
    const { first, second, end, running } = twoTurns();
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

describe('items that are worked on beside one another', () => {
  async function* items(last: number): AsyncGenerator<number> {
    for (let item = 1; item <= last; item += 1) yield item;
  }

  it('are begun while the one before is under way, and no further one is', async () => {
    const done: string[] = [];
    const results = overlapBatches(items(3), (item, before) => {
      done.push(`begin ${item}`);
      const itsTurn = new BatchTurn(new Set(), before);
      const result = itsTurn.run(async () => {
        await turn();
        done.push(`end ${item}`);
        return item;
      });
      return { turn: itsTurn, result };
    });
    expect(await collect(results)).toEqual([1, 2, 3]);
    expect(done).toEqual(['begin 1', 'begin 2', 'end 1', 'begin 3', 'end 2', 'end 3']);
  });

  it('end with the first error, once nothing is under way', async () => {
    const done: number[] = [];
    const results = overlapBatches(items(3), (item, before) => {
      const itsTurn = new BatchTurn(new Set(), before);
      const result = itsTurn.run(async () => {
        if (item === 1) throw failure;
        await turn();
        done.push(item);
        return item;
      });
      return { turn: itsTurn, result };
    });
    await expect(collect(results)).rejects.toThrow(failure);
    expect(done).toEqual([2]);
  });
});
