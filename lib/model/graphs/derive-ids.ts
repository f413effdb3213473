import { deriveNameUuid } from '../name-uuid.ts';

/*
 * Derives ids for entries of a graph file that have none. Repeated imports derive the same ids.
 */

/**
 * Derives the id of a card.
 * @param cardIndex index among the cards of the graph's nodegroups
 */
export function deriveCardId(graphId: string, cardIndex: number, nodegroupId: string): string {
  return deriveNameUuid(graphId, `card ${cardIndex} ${nodegroupId}`);
}

/** Derives the id of a unique constraint. */
export function deriveConstraintId(graphId: string, nodeIds: readonly string[]): string {
  return deriveNameUuid(graphId, `constraint ${nodeIds.toSorted().join()}`);
}
