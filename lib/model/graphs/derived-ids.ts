import { nameUuid } from '../name-uuid.ts';

/*
 * Ids for entries of a graph file that have none, stable across repeated imports.
 */

/**
 * Derives the id of a card.
 * @param position index among the cards of the graph's nodegroups
 */
export function derivedCardId(graphId: string, position: number, nodegroupId: string): string {
  return nameUuid(graphId, `card ${position} ${nodegroupId}`);
}

/** Derives the id of a unique constraint. */
export function derivedConstraintId(graphId: string, nodeIds: readonly string[]): string {
  return nameUuid(graphId, `constraint ${nodeIds.toSorted().join()}`);
}
