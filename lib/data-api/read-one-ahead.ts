import { setImmediate as yieldToEvents } from 'node:timers/promises';

/**
 * Reads a source one item ahead: each item is produced while the caller works on the previous one. The first is requested at once.
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
  // Prevents an unhandled rejection. The error is thrown if and when the item is awaited.
  next.catch(() => undefined);
  return next;
}

/** Yields to the event loop before each item of a source that needs much CPU time, so that pending requests can go on. */
export async function* pauseBetweenItems<Item>(source: Generator<Item>): AsyncGenerator<Item> {
  for (;;) {
    await yieldToEvents();
    const { done, value } = source.next();
    if (done === true) return;
    yield value;
  }
}
