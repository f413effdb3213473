import { nameUuid } from '../name-uuid.ts';

/*
 * The ids of what a graph file has without one: the same whenever the same file is read.
 */

/** The id of a card. @param position among the cards of the graph's nodegroups */
export function derivedCardId(graphId: string, position: number, nodegroupId: string): string {
  return nameUuid(graphId, `card ${position} ${nodegroupId}`);
}

/** The id of a constraint of a card. @param nodeIds of the nodes that it is about */
export function derivedConstraintId(graphId: string, nodeIds: readonly string[]): string {
  return nameUuid(graphId, `constraint ${nodeIds.toSorted().join()}`);
}
