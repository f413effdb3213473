import type { Reader } from '../../../lib/data-api/chunks.ts';
import { run } from '../../../lib/data-api/query.ts';
import {
  findReferences,
  type FoundReferences,
  type Reference,
  type References,
} from '../../queries/mobile-projects.ts';

/** What projects refer to, as far as it is there. */
export type KnownReferences = {
  /** The id; undefined where there is no such account or group. */
  readonly account: (reference: Reference) => number | undefined;
  readonly group: (reference: Reference) => number | undefined;
  readonly hasCard: (id: string) => boolean;
};

/** Looks for accounts and groups by name or id, and for cards by id. */
export async function knownReferences(data: Reader, sent: References): Promise<KnownReferences> {
  const found = await run(data.read, findReferences(sent));
  const cards = new Set(found.cards);
  return {
    account: idOf(found.accounts),
    group: idOf(found.groups),
    hasCard: (id) => cards.has(id),
  };
}

function idOf(found: FoundReferences['accounts']): (reference: Reference) => number | undefined {
  const ids = new Map(
    found.flatMap(({ id, name }): readonly [Reference, number][] => [
      [name, id],
      [id, id],
    ]),
  );
  return (reference) => ids.get(reference);
}
