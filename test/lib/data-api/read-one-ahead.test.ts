import { describe, expect, it } from 'vitest';

import { pauseBetweenItems, readOneAhead } from '../../../lib/data-api/read-one-ahead.ts';
import { collect } from '../../infra/cli/import/chunks.ts';

/** Creates a source of the numbers up to `last`, which then ends or fails. Its state shows which items it has begun to make. */
function createSource(last: number, failure?: Error) {
  const begun: number[] = [];
  const state = { begun, isClosed: false };
  async function* items(): AsyncGenerator<number> {
    try {
      for (let item = 1; item <= last; item += 1) {
        begun.push(item);
        await Promise.resolve();
        yield item;
      }
      if (failure !== undefined) throw failure;
    } finally {
      state.isClosed = true;
    }
  }
  return { state, items: items() };
}

describe('readOneAhead', () => {
  it('yields every item of its source, in order', async () => {
    expect(await collect(readOneAhead(createSource(3).items))).toEqual([1, 2, 3]);
    expect(await collect(readOneAhead(createSource(0).items))).toEqual([]);
  });

  it('lets its source make the next item, but no later one, while the caller works on an item', async () => {
    const { state, items } = createSource(4);
    for await (const item of readOneAhead(items)) {
      expect(state.begun).toEqual([1, 2, 3, 4].slice(0, item + 1));
    }
  });

  it('lets its source make the first item before the caller asks for it', () => {
    const { state, items } = createSource(4);
    readOneAhead(items);
    expect(state.begun).toEqual([1]);
  });

  it('lets the caller send an item before the next item is made, with pauseBetweenItems', async () => {
    const events: string[] = [];
    function* makeItems(): Generator<number> {
      for (const item of [1, 2]) {
        events.push(`made ${item}`);
        yield item;
      }
    }
    for await (const item of readOneAhead(pauseBetweenItems(makeItems()))) {
      await Promise.resolve();
      events.push(`sent ${item}`);
    }
    expect(events).toEqual(['made 1', 'sent 1', 'made 2', 'sent 2']);
  });

  it('throws the error of its source after the items before it', async () => {
    const received: number[] = [];
    const reading = (async () => {
      for await (const item of readOneAhead(createSource(2, new Error('cut off')).items))
        received.push(item);
    })();
    await expect(reading).rejects.toThrow('cut off');
    expect(received).toEqual([1, 2]);
  });

  it('closes its source if the caller stops early', async () => {
    const { state, items } = createSource(9);
    for await (const item of readOneAhead(items)) if (item === 2) break;
    expect(state.isClosed).toBe(true);
    expect(state.begun).toEqual([1, 2, 3]);
  });
});
