import type { Access } from '../../support/world/access.ts';
import type { World } from '../../support/world/world.ts';

/** The answer that the rules require. */
export type ExpectedAnswer = {
  readonly status: number;
  /** Exactly the sentinels that it shows. */
  readonly sentinels: ReadonlySet<string>;
  /** Texts that it has, and texts that it must not have. */
  readonly includes?: readonly string[];
  readonly excludes?: readonly string[];
  /** A path of something that does not exist, which must get the same answer. */
  readonly sameAs?: string;
};

/** A request to a reading route. */
export type WalkRequest = {
  readonly path: string;
  /** GET when left out. POST sends the query as a form. */
  readonly method?: 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: (access: Access) => ExpectedAnswer;
};

/**
 * Chooses requests to a route. Callers take turns, so that over many worlds each caller sends all of them.
 * @param turn any number; each chooses other requests
 */
export type RequestsOf = (world: World, turn: number) => readonly WalkRequest[];

/** Requests by the id of their operation. Each file in `requests/` exports some as `requests`. */
export type RequestsByOperation = Readonly<Record<string, RequestsOf>>;

/** Some items of a list: `count` of them, from another place at each turn. */
export function rotate<Item>(items: readonly Item[], turn: number, count: number): readonly Item[] {
  const start = items.length === 0 ? 0 : (turn * count) % items.length;
  return [...items, ...items].slice(start, start + Math.min(count, items.length));
}
