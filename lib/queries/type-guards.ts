/*
 * Guards of what a statement gives, for texts of many thousands of rows: they make nothing of what they look at, where a schema makes
 * objects of every item.
 */

/** Whether something is what it should be. */
export type TypeGuard<Value> = (value: unknown) => value is Value;

/** What a guard lets through. */
export type GuardedValue<AnyGuard> = AnyGuard extends TypeGuard<infer Value> ? Value : never;

export const isJsonString: TypeGuard<string> = (value) => typeof value === 'string';
export const isJsonNumber: TypeGuard<number> = (value) => typeof value === 'number';
export const isJsonBoolean: TypeGuard<boolean> = (value) => typeof value === 'boolean';

/** SQL makes null of an empty list, and of what is not there. */
export function isNullOr<Value>(isValue: TypeGuard<Value>): TypeGuard<Value | null> {
  return (value): value is Value | null => value === null || isValue(value);
}

/** Whether it is one of these words. */
export function isOneOf<const Word extends string>(words: readonly Word[]): TypeGuard<Word> {
  const known: ReadonlySet<unknown> = new Set(words);
  return (value): value is Word => known.has(value);
}

/** Whether it is a list of these, of any length. */
export function isListOf<Item>(isItem: TypeGuard<Item>): TypeGuard<readonly Item[]> {
  return (value): value is readonly Item[] => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!isItem(item)) return false;
    return true;
  };
}

/** Whether it is a list of these items, one after the other, and nothing behind them. */
export function isTuple<Items extends readonly unknown[]>(
  ...guards: { readonly [Place in keyof Items]: TypeGuard<Items[Place]> }
): TypeGuard<Readonly<Items>> {
  return (value): value is Readonly<Items> => {
    if (!Array.isArray(value) || value.length !== guards.length) return false;
    for (let place = 0; place < guards.length; place += 1) {
      if (guards[place]?.(value[place]) !== true) return false;
    }
    return true;
  };
}
