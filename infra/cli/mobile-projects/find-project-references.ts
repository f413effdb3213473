import type { StatementReader } from '../../../lib/data-api/chunks.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  resolveProjectReferences,
  type ResolvedProjectReferences,
  type ProjectReference,
  type ProjectReferences,
} from '../../queries/mobile-projects.ts';

/** What projects refer to, as far as it is there. */
export type ResolvedReferenceIds = {
  /** The id; undefined where there is no such account or group. */
  readonly account: (reference: ProjectReference) => number | undefined;
  readonly group: (reference: ProjectReference) => number | undefined;
  readonly hasCard: (id: string) => boolean;
};

/** Looks for accounts and groups by name or id, and for cards by id. */
export async function findProjectReferences(
  data: StatementReader,
  sent: ProjectReferences,
): Promise<ResolvedReferenceIds> {
  const found = await runQuery(data.read, resolveProjectReferences(sent));
  const cards = new Set(found.cards);
  return {
    account: idOf(found.accounts),
    group: idOf(found.groups),
    hasCard: (id) => cards.has(id),
  };
}

function idOf(
  found: ResolvedProjectReferences['accounts'],
): (reference: ProjectReference) => number | undefined {
  const ids = new Map(
    found.flatMap(({ id, name }): readonly [ProjectReference, number][] => [
      [name, id],
      [id, id],
    ]),
  );
  return (reference) => ids.get(reference);
}
