const resets: (() => void)[] = [];

/**
 * Creates a value at its first use in a process, and returns the same value from then on. Errors are not cached.
 * @param create its parameters must be the same during the process, such as the settings
 */
export function oncePerProcess<Value, Parameters extends readonly unknown[]>(
  create: (...parameters: Parameters) => Value,
): (...parameters: Parameters) => Value {
  let created: { readonly value: Value } | undefined;
  resets.push(() => {
    created = undefined;
  });
  return (...parameters) => (created ??= { value: create(...parameters) }).value;
}

/** Drops the values of this process, as if it started again. Tests open one service after the other in a process. */
export function resetProcess(): void {
  for (const reset of resets) reset();
}
