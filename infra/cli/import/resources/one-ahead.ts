/**
 * The items of a source, the next one of which is made while the one before is worked on.
 * @throws what the source throws, where its item would come
 */
export async function* oneAhead<Item>(source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const begin = (): Promise<IteratorResult<Item>> => {
    const next = source.next();
    // It is told where the item is taken, which may be later, or never.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = await begin(); next.done !== true;) {
      const following = begin();
      yield next.value;
      next = await following;
    }
  } finally {
    await source.return(undefined);
  }
}
