import type { Caller, World } from './world.ts';

/** What the rules say of an answer. */
export type Expected = {
  readonly status: number;
  /** The sentinels that stand in it: these, and no other. */
  readonly sentinels: ReadonlySet<string>;
  /** Other texts that stand in it, and such as do not. */
  readonly says?: readonly string[];
  readonly lacks?: readonly string[];
  /** A path that must be answered alike, because the caller may not know more of what was asked for than of this. */
  readonly like?: string;
};

/** Something that can be asked of a reading route. */
export type Question = {
  readonly path: string;
  /** GET when left out. By POST the query is sent in the body, as a form. */
  readonly method?: 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** What a caller must be answered. */
  readonly expected: (caller: Caller) => Expected;
};

/**
 * Chooses what to ask of a route: callers take turns, so that in the course of many worlds each asks everything.
 * @param turn any number; other questions are asked at other turns
 */
export type Asking = (world: World, turn: number) => readonly Question[];

/** What is asked of reading routes, by the id of their operation. Each file `*-questions.ts` exports some as `questions`. */
export type Questions = Readonly<Record<string, Asking>>;

/** The ones whose turn it is: so many, beginning somewhere else at each turn. */
export function inTurn<Item>(items: readonly Item[], turn: number, count: number): readonly Item[] {
  const start = items.length === 0 ? 0 : (turn * count) % items.length;
  return [...items, ...items].slice(start, start + Math.min(count, items.length));
}
