import type { StatementReader } from '../../../lib/data-api/chunks.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  resolveProjectReferences,
  type ProjectReference,
  type ProjectReferences,
  type ResolvedProjectReferences,
} from './queries/mobile-projects.ts';

/** Finds the accounts, groups and cards that projects refer to: accounts and groups by name or id, cards by id. */
export async function findProjectReferences(
  dataApi: StatementReader,
  references: ProjectReferences,
) {
  const resolved = await runQuery(dataApi.read, resolveProjectReferences(references));
  const cards = new Set(resolved.cards);
  return {
    /** Returns the id of an account; undefined if there is no such account. */
    findIdOfAccount: createIdLookup(resolved.accounts),
    /** Returns the id of a group; undefined if there is no such group. */
    findIdOfGroup: createIdLookup(resolved.groups),
    hasCard: (id: string): boolean => cards.has(id),
  };
}

function createIdLookup(
  resolved: ResolvedProjectReferences['accounts'],
): (reference: ProjectReference) => number | undefined {
  const ids = new Map<ProjectReference, number>();
  for (const { id, name } of resolved) ids.set(name, id).set(id, id);
  return (reference) => ids.get(reference);
}
