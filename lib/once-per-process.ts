const resets: (() => void)[] = [];

/** Creates a value at its first use in a process, and returns the same value from then on. Errors are not cached. */
export function oncePerProcess<Value>(create: () => Value): () => Value {
  let created: { readonly value: Value } | undefined;
  resets.push(() => {
    created = undefined;
  });
  return () => (created ??= { value: create() }).value;
}

/** Drops the values of this process, as if it started again. Tests open one service after the other in a process. */
export function resetProcess(): void {
  for (const reset of resets) reset();
}
