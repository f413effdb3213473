import type { NodegroupId } from '../ids.ts';
import type { CompiledGraph } from './compiled.ts';

/** The nodegroups of a model whose card, or one above, is hidden. Whether somebody may read them is another question. */
export function hiddenNodegroups({ nodegroups }: CompiledGraph): ReadonlySet<NodegroupId> {
  return new Set(
    nodegroups
      .filter(({ isHidden, isBelowHidden }) => isHidden || isBelowHidden)
      .map(({ nodegroupId }) => nodegroupId),
  );
}
