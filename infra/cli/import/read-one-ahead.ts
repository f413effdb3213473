import { setImmediate as yieldToEvents } from 'node:timers/promises';

/**
 * Reads a source one item ahead: each item is made while the caller works on the previous one. The first item is begun at once.
 * @throws an error of the source when its item is awaited
 */
export function readOneAhead<Item>(source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  return readFrom(source, requestItem(source));
}

async function* readFrom<Item>(
  source: AsyncGenerator<Item>,
  first: Promise<IteratorResult<Item>>,
): AsyncGenerator<Item> {
  try {
    for (let next = await first; next.done !== true;) {
      const following = requestItem(source);
      yield next.value;
      next = await following;
    }
  } finally {
    await source.return(undefined);
  }
}

function requestItem<Item>(source: AsyncGenerator<Item>): Promise<IteratorResult<Item>> {
  const next = source.next();
  // The error is thrown when the item is awaited: later, or never.
  next.catch(() => undefined);
  return next;
}

/** Pauses before each item of a source that needs much CPU time, so that the process can send requests meanwhile. */
export async function* pauseBetweenItems<Item>(source: Generator<Item>): AsyncGenerator<Item> {
  for (;;) {
    await yieldToEvents();
    const { done, value } = source.next();
    if (done === true) return;
    yield value;
  }
}
