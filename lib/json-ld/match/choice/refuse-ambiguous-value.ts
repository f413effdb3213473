import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import type { ModelNode } from '../match-model.ts';
import { firstNodeNames } from './choice-problems.ts';
import { suggestCandidates } from './suggest-candidates.ts';

/**
 * Refuses a value for which the rules of choose-nodes.ts leave several nodes. The problem has the `@id` to
 * write for each of the nodes.
 */
export function refuseAmbiguousValue(
  matching: MatchingState,
  parent: PlacedInstance,
  group: ValueGroup,
  nodes: readonly ModelNode[],
): void {
  const isLiteral = group.values.some(({ kind }) => kind === 'literal');
  const remedy = isLiteral
    ? 'write {"@id": …, "http://www.w3.org/1999/02/22-rdf-syntax-ns#value": the literal}, with the @id of the intended node'
    : 'write the @id of the intended node';
  const names = firstNodeNames(nodes);
  const otherCount = nodes.length - names.length;
  const choices =
    names.join(' or ') + (otherCount > 0 ? ` or one of ${otherCount} other nodes` : '');
  matching.problems.push({
    code: 'ambiguous',
    pointer: group.pointer,
    message: `This could be ${choices}, and nothing shows which: ${remedy}.`,
    candidates: suggestCandidates({ matching, parent, group, nodes }),
  });
}
