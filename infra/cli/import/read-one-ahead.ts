import { setImmediate as turn } from 'node:timers/promises';

/**
 * The items of a source, the next one of which is made while the one before is worked on. The first one is begun at once.
 * @throws what the source throws, where its item would come
 */
export function readOneAhead<Item>(source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  return following(source, begin(source));
}

async function* following<Item>(
  source: AsyncGenerator<Item>,
  first: Promise<IteratorResult<Item>>,
): AsyncGenerator<Item> {
  try {
    for (let next = await first; next.done !== true;) {
      const after = begin(source);
      yield next.value;
      next = await after;
    }
  } finally {
    await source.return(undefined);
  }
}

function begin<Item>(source: AsyncGenerator<Item>): Promise<IteratorResult<Item>> {
  const next = source.next();
  // It is told where the item is taken, which may be later, or never.
  next.catch(() => undefined);
  return next;
}

/** The items of a source that takes the processor, for `oneAhead`: what is to be sent goes out before each of them is made. */
export async function* yieldBetween<Item>(source: Generator<Item>): AsyncGenerator<Item> {
  for (;;) {
    await turn();
    const { done, value } = source.next();
    if (done === true) return;
    yield value;
  }
}
