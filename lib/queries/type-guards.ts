/*
 * Type guards check rows without creating objects. A zod schema would create an object for each item, and a result can
 * have many thousands of items.
 */

export type TypeGuard<Value> = (value: unknown) => value is Value;

/** The type that a guard confirms. */
export type GuardedValue<AnyGuard> = AnyGuard extends TypeGuard<infer Value> ? Value : never;

export const isJsonString: TypeGuard<string> = (value) => typeof value === 'string';
export const isJsonNumber: TypeGuard<number> = (value) => typeof value === 'number';
export const isJsonBoolean: TypeGuard<boolean> = (value) => typeof value === 'boolean';

/** Whether the value is null or passes the guard. SQL aggregates of no rows are null. */
export function isNullOr<Value>(isValue: TypeGuard<Value>): TypeGuard<Value | null> {
  return (value): value is Value | null => value === null || isValue(value);
}

/** Whether the value is one of these strings. */
export function isOneOf<const Word extends string>(strings: readonly Word[]): TypeGuard<Word> {
  const values: ReadonlySet<unknown> = new Set(strings);
  return (value): value is Word => values.has(value);
}

/** Whether the value is a list, of any length, whose items all pass the guard. */
export function isListOf<Item>(isItem: TypeGuard<Item>): TypeGuard<readonly Item[]> {
  return (value): value is readonly Item[] => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!isItem(item)) return false;
    return true;
  };
}

/** Whether the value is a list with one item for each guard. */
export function isTuple<Items extends readonly unknown[]>(
  ...guards: { readonly [Index in keyof Items]: TypeGuard<Items[Index]> }
): TypeGuard<Readonly<Items>> {
  return (value): value is Readonly<Items> => {
    if (!Array.isArray(value) || value.length !== guards.length) return false;
    for (let index = 0; index < guards.length; index += 1) {
      if (guards[index]?.(value[index]) !== true) return false;
    }
    return true;
  };
}
