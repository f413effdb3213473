import type { NodegroupId } from '../ids.ts';
import type { CompiledGraph, CompiledNodegroup } from './compiled-graph.ts';
import type { Card } from './graph.ts';

/*
 * A nodegroup is hidden if a card of it or of an ancestor is not visible. This is decided when a model is
 * imported, and stored in the compiled model and in nodegroup.is_hidden. It does not depend on permissions.
 */

/** Whether any of the cards of a nodegroup is not visible, which hides the nodegroup. */
export function hasHiddenCard(cards: readonly Card[]): boolean {
  return cards.some((card) => !card.isVisible);
}

/** Whether a nodegroup is hidden by its own card or an ancestor. */
export function isHiddenNodegroup({ isHidden, isBelowHidden }: CompiledNodegroup): boolean {
  return isHidden || isBelowHidden;
}

/**
 * Returns the ids of the hidden nodegroups of a model.
 * @rule Resource instances: Which nodegroups does `hidden` leave out?
 */
export function listHiddenNodegroupIds({ nodegroups }: CompiledGraph): ReadonlySet<NodegroupId> {
  return new Set(nodegroups.filter(isHiddenNodegroup).map(({ nodegroupId }) => nodegroupId));
}
