import type { Access } from '../../support/world/access.ts';
import type { World } from '../../support/world/world.ts';

/** The answer that the rules require. */
export type ExpectedAnswer = {
  readonly status: number;
  /** All sentinels that the answer must show. A sentinel is a value that occurs only once in a world. */
  readonly sentinels: ReadonlySet<string>;
  /** Sentinels that the answer may show besides. */
  readonly mayShow?: ReadonlySet<string>;
  /** Sentinels that a page may show besides, unlike the other formats. */
  readonly mayShowOnPage?: ReadonlySet<string>;
  /** Texts that the answer must contain, and texts that it must not contain. */
  readonly includes?: readonly string[];
  readonly excludes?: readonly string[];
  /** A path of something that does not exist, which must get the same answer. */
  readonly sameAs?: string;
};

/** A request to a reading route. */
export type WalkRequest = {
  readonly path: string;
  /** GET if left out. POST sends the query as a form. */
  readonly method?: 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether every caller gets the answer for Guest, even with an invalid token. */
  readonly ignoresToken?: true;
  /** Whether the session of the caller is sent in place of the token. */
  readonly usesSession?: true;
  readonly expected: (access: Access) => ExpectedAnswer;
};

/**
 * Chooses requests to a route. Each caller has another turn in each world, so that over many worlds each caller sends all requests.
 * @param turn a number; each number chooses other requests
 */
export type ChooseRequests = (world: World, turn: number) => readonly WalkRequest[];

/** Requests by the id of their operation. Each file in `requests/` exports some as `requests`. */
export type RequestsByOperation = Readonly<Record<string, ChooseRequests>>;

/** Takes `count` items of a list, and begins at another item at each turn. */
export function rotate<Item>(items: readonly Item[], turn: number, count: number): readonly Item[] {
  const start = items.length === 0 ? 0 : (turn * count) % items.length;
  return [...items, ...items].slice(start, start + Math.min(count, items.length));
}
