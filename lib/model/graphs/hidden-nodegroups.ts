import type { NodegroupId } from '../ids.ts';
import type { CompiledGraph, CompiledNodegroup } from './compiled-graph.ts';
import type { Card } from './graph.ts';

/*
 * Which nodegroups count as hidden: those with a card that is marked as not visible, and every nodegroup below one. It is decided
 * when a model is imported, and stands in the compiled model and in the column nodegroup.is_hidden. Whether somebody may read a
 * nodegroup is another question.
 */

/** Whether the cards of a nodegroup hide it: one that is not visible does, whatever a second card says. */
export function hasHiddenCard(cards: readonly Card[]): boolean {
  return cards.some((card) => !card.isVisible);
}

/** Whether a nodegroup is hidden, by its own card or by one above. */
export function isHiddenNodegroup({ isHidden, isBelowHidden }: CompiledNodegroup): boolean {
  return isHidden || isBelowHidden;
}

/** The hidden nodegroups of a model. */
export function hiddenNodegroups({ nodegroups }: CompiledGraph): ReadonlySet<NodegroupId> {
  return new Set(nodegroups.filter(isHiddenNodegroup).map(({ nodegroupId }) => nodegroupId));
}
